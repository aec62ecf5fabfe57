"""Writes backups, and continues with a restored one."""
