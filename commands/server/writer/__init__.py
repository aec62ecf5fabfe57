"""The threads that handle incoming mail in batches. Senders take turns."""
