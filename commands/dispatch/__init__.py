"""Runs a line in a savepoint, and turns errors into responses."""
