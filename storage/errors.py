"""Classify errors of the database by what helps: another try, or a backup."""

import sqlite3
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError, ProgrammingError

from storage.moved_file import MovedDatabaseError
from storage.sql.connection import STATEMENT_ERRORS
from storage.sql.lock_keys import Conflict
from storage.transactions import UnknownCommitError

P = ParamSpec("P")
T = TypeVar("T")
TransientError = (DBAPIError, Conflict, MovedDatabaseError, UnknownCommitError)
"""Errors of a database that others use too, or that is out of reach: try again."""
DAMAGED_ON_SQLITE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
"""A row that is longer than any was made by somebody else."""
DAMAGED_ON_POSTGRESQL = ("XX001", "XX002")
"""Data corrupted, index corrupted."""
CONTENTION = ("40001", "40P01", "55P03")
"""Serialization failure, deadlock, lock not available in time."""
PRIMARY_CODE = 0xFF
"""The part of SQLite's extended error codes that tells the kind."""


def is_damage(error: BaseException) -> bool:
    """Returns True if the database's files are damaged: trying again doesn't help."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", 0) & PRIMARY_CODE
    return code in DAMAGED_ON_SQLITE or getattr(origin, "sqlstate", "") in DAMAGED_ON_POSTGRESQL


def is_transient(error: BaseException) -> bool:
    """Returns True if trying again may help; a wrong statement stays wrong."""
    may_pass = isinstance(error, TransientError) and not isinstance(error, ProgrammingError)
    return may_pass and not is_damage(error)


def is_contention(error: BaseException) -> bool:
    """Returns True if another transaction was in the way, and nothing was done for that reason."""
    state = getattr(getattr(error, "orig", None), "sqlstate", "")
    return isinstance(error, Conflict) or (isinstance(error, DBAPIError) and state in CONTENTION)


def again_after_contention(act: Callable[P, T]) -> Callable[P, T]:
    """Returns a function that is done once more if another transaction was in the way.

    As when the keys that sign were replaced, which every process notices at its next commit.
    """

    @wraps(act)
    def done(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return act(*args, **kwargs)
        except TransientError as error:
            if not is_contention(error):
                raise
        return act(*args, **kwargs)

    return done


def is_of_database(error: BaseException) -> bool:
    """Returns True if the database or the machine failed, whichever the mail: it has to wait."""
    if isinstance(error, STATEMENT_ERRORS):
        return False
    return isinstance(error, (*TransientError, OSError, MemoryError))
