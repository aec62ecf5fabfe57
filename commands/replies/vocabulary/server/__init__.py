"""The words of requests to the server: its services, what to do with them, and its settings."""
