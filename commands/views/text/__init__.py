"""Content as plain text, for mails and the shell."""
