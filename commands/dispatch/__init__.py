"""The dispatcher: runs a line in a savepoint, and turns errors into responses."""
