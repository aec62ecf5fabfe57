"""The request of an email: who wrote it, what it replies to, and what its subject says."""
