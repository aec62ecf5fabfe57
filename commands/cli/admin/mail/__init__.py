"""Shows and manages emails: the outbox, emails that failed, and previews."""
