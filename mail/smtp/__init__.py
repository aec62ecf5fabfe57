"""SMTP and LMTP servers: a thin asynchronous layer around a receiver of mail."""
