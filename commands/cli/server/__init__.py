"""Commands that run the server, pass email to it, and report its state."""
