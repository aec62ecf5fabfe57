"""Players, boards, letters and outgoing mail in SQLite or PostgreSQL."""

from storage.database import Database, check_url, open_database

__all__ = ["Database", "check_url", "open_database"]
