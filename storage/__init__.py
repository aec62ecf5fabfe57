"""Players, boards, letters and outgoing mail in SQLite or PostgreSQL."""

from sqlalchemy.exc import DBAPIError, ProgrammingError

from storage.boards.boards import Conflict
from storage.database import Database, check_url, open_database

Trouble = (DBAPIError, Conflict)
"""What goes wrong when others use the database too, or it is out of reach: try again."""

Mistake = ProgrammingError
"""The kind of it that no other time makes better: only we can mend it."""

__all__ = ["Database", "Mistake", "Trouble", "check_url", "open_database"]
