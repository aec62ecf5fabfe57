"""Finds requests to the server in people's own words."""
