"""Statements as the driver takes them, and what differs between SQLite and PostgreSQL."""
