"""Makes the request of an email: who wrote it, and what it replies to."""
