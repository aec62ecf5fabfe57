"""SQL that differs between SQLite and PostgreSQL."""
