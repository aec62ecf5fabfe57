"""Mail in a mailbox at a provider, by IMAP."""
