"""The answer to an email: its content, the limits on answers, and sending it."""
