"""The process that fetches incoming mail from a mailbox at a provider, by IMAP."""
