"""Health checks of the server, their recorded problems, and emails about these to the admin."""
