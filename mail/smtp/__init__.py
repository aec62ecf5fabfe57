"""SMTP and LMTP servers: a thin asynchronous layer on top of a receiver of email."""
