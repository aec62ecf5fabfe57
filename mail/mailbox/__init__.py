"""Read mail from a mailbox at a provider over IMAP."""
