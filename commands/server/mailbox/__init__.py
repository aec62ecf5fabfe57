"""The process that fetches mail from a mailbox."""
