"""The kinds of database errors. Health checks show how often each kind occurred."""

import errno
import sqlite3
from pathlib import Path
from shutil import disk_usage

from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import DBAPIError

from pbm.process.counters import Counter
from storage.errors import PRIMARY_CODE, TransientError, is_contention, is_damage
from storage.sql.connection import STATEMENT_ERRORS

SQLITE_KINDS = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "unreachable",
    sqlite3.SQLITE_IOERR: "unreachable",
}
"""Kinds by SQLite's primary error codes."""
POSTGRESQL_KINDS = {
    "40": "busy",
    "55": "busy",
    "53100": "full",
    "53": "unreachable",
    "25006": "read_only",
    "08": "unreachable",
    "57": "unreachable",
}
"""Kinds by the first characters of PostgreSQL's SQLSTATE codes."""
STATEMENT_TIMEOUT = "57014"
"""PostgreSQL's code for a statement that took too long. It will probably do so again."""
MACHINE_ERRORS = {
    errno.EDQUOT,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOSPC,
    errno.EROFS,
    None,
}
"""The codes of an OSError about the machine. Errors of ours without a code are about its keys."""
LEAST_FREE_BYTES = 65_536
"""Bytes that opening a database needs on the disk. The index of its write-ahead log takes half."""
PROBLEMS = {
    "busy": "the database is busy",
    "full": "the disk is full",
    "read_only": "the database is read-only",
    "unreachable": "the database is unreachable",
    "damaged": "the database is damaged",
    "other": "the database reports errors",
}
ERRORS = Counter(
    "pbm_database_errors_total",
    f"Database errors, by kind: {', '.join(PROBLEMS)}.",
    ("kind",),
    {"kind": PROBLEMS},
)
METRICS = (ERRORS,)


class LastError:
    """The last error of a database since its last successful commit."""

    def __init__(self) -> None:
        self.problem = ""

    def note(self, context: ExceptionContext) -> None:
        """Counts an error, and remembers it unless only the statement was at fault."""
        unconnected = context.is_disconnect or context.connection is None
        kind = error_kind(context.original_exception, lost=unconnected)
        ERRORS.add(kind)
        if kind != "other":
            self.problem = PROBLEMS[kind]

    def clear(self) -> None:
        self.problem = ""


def error_reason(error: Exception) -> str:
    """Returns the first line of the database's own message, without the statement and hints."""
    cause = getattr(error, "orig", None) or error
    return next(iter(str(cause).strip().splitlines()), "") or type(cause).__name__


def opening_problem(error: Exception, url: str | URL) -> str:
    """Returns the reason why the database at this URL can't be opened."""
    parsed_url = make_url(url)
    is_file = parsed_url.get_backend_name() == "sqlite" and parsed_url.database
    folder = Path(parsed_url.database or "").absolute().parent if is_file else None
    # SQLite reports "disk I/O error" when a file can't grow, so check the disk itself.
    if folder and folder.exists() and disk_usage(folder).free < LEAST_FREE_BYTES:
        return f"the disk that contains {folder} is full"
    return error_reason(error)


def error_kind(error: BaseException, *, lost: bool = False) -> str:
    """Returns the kind of an error.

    `lost`: the connection failed or was never made, so an unknown error means "unreachable".
    """
    if is_damage(error):
        return "damaged"
    code = getattr(error, "sqlite_errorcode", 0) & PRIMARY_CODE
    state = getattr(error, "sqlstate", "") or ""
    by_state = (kind for start, kind in POSTGRESQL_KINDS.items() if state.startswith(start))
    unknown = "unreachable" if lost else "other"
    return SQLITE_KINDS.get(code) or next(by_state if state else iter(()), unknown)


def is_temporary(error: BaseException) -> bool:
    """Whether the database or the machine is the cause, so that another try may succeed later.

    Otherwise, an error in pbm is the cause, and another try fails until somebody fixes it.
    """
    if isinstance(error, STATEMENT_ERRORS):
        return False
    if isinstance(error, DBAPIError) and not is_contention(error):
        lost, state = error.connection_invalidated, getattr(error.orig, "sqlstate", "")
        return state != STATEMENT_TIMEOUT and error_kind(error.orig or error, lost=lost) != "other"
    if isinstance(error, OSError):
        return error.errno in MACHINE_ERRORS
    return isinstance(error, (*TransientError, MemoryError))
