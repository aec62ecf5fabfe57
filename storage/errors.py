"""Classify database errors by their remedy: try again, restore a backup, or fix the statement."""

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
"""Errors that another try may fix: the database was unreachable, or other transactions were in the
way.
"""
DAMAGED_ON_SQLITE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
"""The codes for damaged files. SQLITE_TOOBIG is included, because pbm never writes rows of that
length.
"""
DAMAGED_ON_POSTGRESQL = ("XX001", "XX002")
"""The codes for corrupted data and a corrupted index."""
CONTENTION = ("40001", "40P01", "55P03")
"""The codes for a serialization failure, a deadlock, and a lock that isn't available in time."""
PRIMARY_CODE = 0xFF
"""Mask for the primary code in SQLite's extended error codes."""


def is_damage(error: BaseException) -> bool:
    """Whether the database's files are damaged. Trying again doesn't help."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(origin, "sqlite_errorcode", 0) & PRIMARY_CODE
    return code in DAMAGED_ON_SQLITE or getattr(origin, "sqlstate", "") in DAMAGED_ON_POSTGRESQL


def is_transient(error: BaseException) -> bool:
    """Whether another try may succeed. A faulty statement never does."""
    may_pass = isinstance(error, TransientError) and not isinstance(error, ProgrammingError)
    return may_pass and not is_damage(error)


def is_contention(error: BaseException) -> bool:
    """Whether the transaction failed, without any changes, because another one was in the way."""
    state = getattr(getattr(error, "orig", None), "sqlstate", "")
    return isinstance(error, Conflict) or (isinstance(error, DBAPIError) and state in CONTENTION)


def retry_after_contention(act: Callable[P, T]) -> Callable[P, T]:
    """Returns a function that tries once again after a conflict with another transaction.

    For example, each process meets a conflict at its first commit after the signing keys were
    replaced.
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
    """Whether the database or the machine failed. Any email would fail now, and must wait."""
    if isinstance(error, STATEMENT_ERRORS):
        return False
    return isinstance(error, (*TransientError, OSError, MemoryError))
