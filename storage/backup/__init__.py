"""Backups: copy a database that is in use, pack the copy, unpack and check it."""
