"""An SMTP server as the relay: connecting, logging in, sending, and reading its replies."""
