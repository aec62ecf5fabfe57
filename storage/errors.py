"""Errors of the database, by what helps: another try, or a backup."""

import os
import sqlite3
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from shutil import disk_usage
from typing import ParamSpec, TypeVar

from sqlalchemy import Engine
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError, ProgrammingError

from storage.metrics import ERRORS, PROBLEMS
from storage.sql.connection import STATEMENT_ERRORS
from storage.sql.lock_keys import Conflict
from storage.transactions import UnknownCommitError

# Notices that SQLite's file was moved away or replaced, while it is open.
#
# SQLite goes on writing into the file that it has open, wherever that is. If nobody puts it back,
# everything is lost that was stored there meanwhile.

URI = "file:"


class MovedDatabaseError(Exception):
    """The file in the database's place isn't the one that is open; it may be put back."""


class DatabaseFile:
    """The file that is open, by its device and inode."""

    def __init__(self, path: Path | None) -> None:
        """Takes the file that is at the path now; None for a database that has none."""
        self._path = path.absolute() if path else None
        self._opened = self._identity()

    @classmethod
    def of(cls, engine: Engine) -> "DatabaseFile":
        """Returns the file of an engine that has opened it."""
        name = engine.url.database or ""
        plain = name and name != ":memory:" and not name.startswith(URI)
        return cls(Path(name) if plain and engine.dialect.name == "sqlite" else None)

    @property
    def problem(self) -> str:
        """The reason why it can't be used, in words; empty if it is in its place."""
        found = self._identity()
        if found == self._opened or self._path is None:
            return ""
        return f"{self._path.name} was replaced" if found else f"{self._path.name} is gone"

    def check(self) -> None:
        """Raises MovedDatabaseError if the file isn't in its place."""
        if problem := self.problem:
            raise MovedDatabaseError(
                f"{problem}: put back the file that was there, or stop the server ({self._path})"
            )

    def _identity(self) -> tuple[int, int] | None:
        """Returns the device and the inode of the file in its place; None if there is none."""
        try:
            found = os.stat(self._path) if self._path else None  # noqa: PTH116 - quicker
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found else None


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


# The kinds of the database's errors, counted and kept for those who ask whether it works.

SQLITE_KINDS = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
    sqlite3.SQLITE_IOERR: "unreachable",
}
"""The kinds by SQLite's primary error codes."""
POSTGRESQL_KINDS = {
    "40": "busy",
    "55": "busy",
    "53100": "full",
    "53": "unreachable",
    "25006": "read_only",
    "08": "unreachable",
    "57": "unreachable",
}
"""The kinds by the beginning of PostgreSQL's error codes."""


LEAST_FREE_BYTES = 65_536
"""The room that opening a database needs: the log beside it has an index of half as much."""


class LastError:
    """The last error of a database, until something is stored again."""

    def __init__(self) -> None:
        self.problem = ""

    def note(self, context: ExceptionContext) -> None:
        """Counts and keeps an error; one of a statement alone is none of the database."""
        unconnected = context.is_disconnect or context.connection is None
        kind = error_kind(context.original_exception, lost=unconnected)
        ERRORS.add(kind)
        if kind != "other":
            self.problem = PROBLEMS[kind]

    def clear(self) -> None:
        """Forgets the error."""
        self.problem = ""


def error_reason(error: Exception) -> str:
    """Returns the first line of the database's own words, without the statement and hints."""
    own = getattr(error, "orig", None) or error
    return next(iter(str(own).strip().splitlines()), "") or type(own).__name__


def opening_problem(error: Exception, url: str | URL) -> str:
    """Returns the reason why the database at this URL can't be opened.

    SQLite says "disk I/O error" where no file can grow, so the disk is asked.
    """
    made = make_url(url)
    is_file = made.get_backend_name() == "sqlite" and made.database
    folder = Path(made.database or "").absolute().parent if is_file else None
    if folder and folder.exists() and disk_usage(folder).free < LEAST_FREE_BYTES:
        return f"no space is left on the disk with {folder}"
    return error_reason(error)


def error_kind(error: BaseException, *, lost: bool = False) -> str:
    """Returns the kind of an error; `lost`: there is no connection, or none that can be used."""
    if is_damage(error):
        return "damaged"
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
    state = getattr(error, "sqlstate", "") or ""
    by_state = (kind for start, kind in POSTGRESQL_KINDS.items() if state.startswith(start))
    unknown = "unreachable" if lost else "other"
    return SQLITE_KINDS.get(code) or next(by_state if state else iter(()), unknown)
