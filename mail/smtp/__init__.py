"""Servers for SMTP and LMTP: a thin asynchronous layer around a receiver of mail."""
