"""Incoming and outgoing mail: MIME, SMTP and delivery, independent of games."""
