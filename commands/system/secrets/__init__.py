"""Passwords and other secrets, and where settings have them from."""
