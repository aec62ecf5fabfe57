"""Checkpoints of SQLite's write-ahead log (WAL), made while nobody can commit.

SQLite from 3.7.0 to 3.51.2 (but for 3.44.6 and 3.50.7) has a fault: a checkpoint reads how long
the log is, without the lock of writers. If all of the log has been copied into the database
before, and a commit begins it again just then, the checkpoint notes frames as copied that are yet
to be written. Later checkpoints leave those out: what was committed is lost, and the database
damaged.

So pbm makes no automatic checkpoints, on any version of SQLite, but its own: one connection begins
a write transaction, a second one of the same process makes the checkpoint, and the first rolls
back. That nothing is lost follows from SQLite's locks alone:

- Only a commit begins the log again, and commits need the lock that the first connection holds. So
the length that the checkpoint reads stays true until it ends; and no two are made at once. - A
process that is killed releases all its locks at the same moment. What it has copied is noted only
once it is on disk; what it hasn't noted is copied again. - The last connection to close makes a
checkpoint too, as SQLite does then: but under an exclusive lock of the database file, for which
any other open connection is in the way. To open the database waits for that lock. Recovery after a
crash takes all locks of the log, so it isn't made during a checkpoint either. A new database is
switched to WAL before there is a log. - A process stopped within a checkpoint is one stopped
within any transaction: others wait, and then try again later.

Readers neither wait for checkpoints nor are waited for: what one may still read from the log stays
there. A commit begins the log again, and cuts the file, if it is the first one after a checkpoint,
and nobody reads what was there before. Else the log grows, and the next checkpoint comes after few
commits, and has little to copy: one of them meets a moment between two readers. Programs that
aren't pbm may read the database; when they write, they checkpoint by their own rules.

The locks belong to a process, and are lost when it closes any other descriptor of the database's
files: so nothing in pbm opens these but SQLite.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Engine

from pbm.process.lazy_logger import get_logger

LIMIT = 16 * 2**20
"""The bytes of the log from which it is copied: four times SQLite's, as commits wait meanwhile."""
log = get_logger()
MENDED: Mapping[tuple[int, ...], tuple[int, ...]] = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
"""The first versions of SQLite without the fault, of series older than 3.51."""


def has_reset_fault(version: tuple[int, ...]) -> bool:
    """Returns True for the versions of SQLite that have the fault."""
    mended = MENDED.get(version[:2], (3, 51, 3))
    return (3, 7, 0) <= version < mended


def configure(connection: Any) -> None:
    """Leaves checkpoints of a connection's commits to `WalCheckpoints`."""
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute(f"PRAGMA journal_size_limit={LIMIT}")  # so a log begun again is cut to this


class WalCheckpoints:
    """The checkpoints of one database, as far as this process makes them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._path = _log_path(engine)
        self._next = LIMIT
        self._one_at_a_time = Lock()

    def make_if_due(self) -> None:
        """Copies the log into the database if it has grown enough."""
        if not self._is_due() or not self._one_at_a_time.acquire(blocking=False):
            return
        try:
            self._make()
        finally:
            self._one_at_a_time.release()

    def _is_due(self) -> bool:
        size = self._size()
        if size <= LIMIT:  # it was begun again
            self._next = LIMIT
        return size > self._next

    def _size(self) -> int:
        try:
            return self._path.stat().st_size if self._path else 0
        except FileNotFoundError:
            return 0

    def _make(self) -> None:
        """Makes a checkpoint; the next one is due soon, unless the log is begun again meanwhile."""
        with closing(self._engine.raw_connection()) as other, self._engine.begin():
            try:
                other.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                log.warning("the write-ahead log can't be copied yet", error=str(error))
            self._next = self._size() + LIMIT // 64


def _log_path(engine: Engine) -> Path | None:
    """Returns the path of the log; None for a database that has none."""
    if engine.dialect.name != "sqlite":
        return None
    with closing(engine.raw_connection()) as connection:
        rows = connection.cursor().execute("PRAGMA database_list").fetchall()
    path = next(path for _, name, path in rows if name == "main")
    return Path(f"{path}-wal") if path else None
