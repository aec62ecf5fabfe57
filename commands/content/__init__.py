"""Messages as values. The outbox stores them, and the views render them."""
