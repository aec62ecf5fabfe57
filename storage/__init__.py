"""Players, boards, letters and outgoing mail in SQLite or PostgreSQL."""

from sqlalchemy.exc import DBAPIError, ProgrammingError

from storage.boards.boards import Conflict
from storage.database import Database, check_url, open_database

TransientError = (DBAPIError, Conflict)
"""What goes wrong when others use the database too, or it is out of reach: try again."""

ProgrammingMistake = ProgrammingError
"""The kind of it that no other time makes better: only we can mend it."""

__all__ = ["Database", "ProgrammingMistake", "TransientError", "check_url", "open_database"]
