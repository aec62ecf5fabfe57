"""What a command can use while it runs: its caller, the services, and the unit of work."""
