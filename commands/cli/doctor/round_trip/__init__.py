"""Checks that emails to the server itself arrive."""
