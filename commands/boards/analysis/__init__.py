"""Proved values of positions, and the searches, reviews and statistics that players request."""
