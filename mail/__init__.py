"""Incoming and outgoing mail: MIME, SMTP and delivery, independent of games."""

MAX_MAIL_BYTES = 256 * 1024
"""Maximum size of an incoming email in bytes. It is defined here because short-lived programs
import nothing else from `mail`.
"""
