"""Messages as values: stored in the outbox, rendered by the views."""
