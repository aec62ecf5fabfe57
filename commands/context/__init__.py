"""The context of a running command: its caller, the services, and the unit of work."""
