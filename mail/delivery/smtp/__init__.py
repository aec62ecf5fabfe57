"""An SMTP server as the relay: connect, log in, send, and read its replies."""
