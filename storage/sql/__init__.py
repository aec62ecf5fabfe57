"""Prepared statements, locks and queued writes, and differences between SQLite and PostgreSQL."""
