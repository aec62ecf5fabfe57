"""Ladders, tournaments, and the standings of rated players."""
