"""SQL that SQLite and PostgreSQL write differently."""
