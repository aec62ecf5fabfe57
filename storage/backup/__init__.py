"""Copies of a database: made while it is in use, packed as a backup, unpacked and checked."""
