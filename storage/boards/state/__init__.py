"""The state of boards: their rows and their logs, read and written."""
