"""Other people's mail servers: their addresses, and the login there."""
