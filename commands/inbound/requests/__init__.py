"""Makes the request of an email: its writer, and the board or message that it replies to."""
