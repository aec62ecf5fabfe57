"""Players, boards, mails and the outbox, in SQLite or PostgreSQL."""

from sqlalchemy.exc import DBAPIError, ProgrammingError

from storage.boards.boards import Conflict
from storage.database import Database, check_url, open_database

TransientError = (DBAPIError, Conflict)
"""Errors of a database that others use too, or that is out of reach: try again."""


def is_transient(error: BaseException) -> bool:
    """Returns True if trying again may help; a wrong statement stays wrong."""
    return isinstance(error, TransientError) and not isinstance(error, ProgrammingError)


__all__ = ["Database", "TransientError", "check_url", "is_transient", "open_database"]
