"""Child processes: their start, their heartbeat and their end."""
