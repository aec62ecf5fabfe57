"""Settings of an account in requests to the server."""
