"""Mails of `pbm doctor` to the server itself, and their return."""
