"""Answers questions about the server in people's own words."""
