"""Reads passwords and other secrets from files, credentials and commands."""
