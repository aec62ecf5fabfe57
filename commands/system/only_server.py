"""The lock by which an SQLite database has one server."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from pbm.errors import UsageError
from pbm.lazy_logger import get_logger

log = get_logger()


@contextmanager
def only_server(database: Path | None) -> Iterator[None]:
    """Holds the lock of an SQLite file; raises UsageError while another server holds it.

    The operating system releases it when the process ends, even by a signal. Other databases
    (None) may have several servers.
    """
    if database is None:
        yield
        return
    with _open_lock(database.resolve()) as file:
        _lock(file, database)
        yield


def other_server(database: Path | None) -> str:
    """Returns the id of another process that is the server of an SQLite file; empty if none is."""
    lock = _lock_file(database.resolve()) if database else None
    if lock is None or not lock.exists():
        return ""
    with lock.open() as file:
        holder = file.read().strip() or "unknown"
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return "" if holder == str(os.getpid()) else holder
        except OSError:  # this file system has no locks
            return ""
    return ""


def _lock_file(database: Path) -> Path:
    return database.with_name(f"{database.name}-server")


def _open_lock(database: Path) -> TextIO:
    """Returns the file beside the database that is locked; raises UsageError."""
    try:
        return _lock_file(database).open("a+")
    except OSError as error:
        raise UsageError(f"The database {database} can't be used: {error.strerror}.") from error


def _lock(file: TextIO, database: Path) -> None:
    file.seek(0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UsageError(
            f"A server runs on {database} already: process {file.read().strip() or 'unknown'}. "
            "Stop that one first; several servers at once need PostgreSQL, see PBM_DATABASE."
        ) from None
    except OSError as error:  # this file system has no locks
        log.warning("can't tell if another server runs", error=error)
        return
    file.truncate()
    file.write(f"{os.getpid()}\n")
    file.flush()
