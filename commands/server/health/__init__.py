"""Health checks of the server. Problems are recorded and emailed to the admin."""
