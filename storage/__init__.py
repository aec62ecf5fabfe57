"""Players, boards, letters and outgoing mail in SQLite or PostgreSQL."""

from sqlalchemy.exc import DBAPIError

from storage.boards import Conflict
from storage.database import Database, check_url, open_database

Trouble = (DBAPIError, Conflict)
"""What goes wrong when others use the database too, or it is out of reach: try again."""

__all__ = ["Database", "Trouble", "check_url", "open_database"]
