"""Makes the answer to an email, checks the limits on answers, and queues it."""
