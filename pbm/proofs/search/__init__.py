"""Searches that prove values without tables."""
