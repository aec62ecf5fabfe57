"""Players, boards, letters and outgoing mail in SQLite or PostgreSQL."""

from storage.database import Database, open_database

__all__ = ["Database", "open_database"]
