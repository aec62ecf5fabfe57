"""Incoming and outgoing mail: MIME, SMTP and delivery, independent of games."""

MAX_MAIL_BYTES = 256 * 1024
"""The maximum size of an incoming email; here because quick programs load nothing else of mail."""
