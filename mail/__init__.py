"""Letters in and out: MIME, SMTP and delivery. Knows no games."""
