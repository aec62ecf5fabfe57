"""Checkpoints of SQLite's write-ahead log (WAL), made while nobody can commit.

SQLite 3.7.0 to 3.51.2, except 3.44.6 and 3.50.7, has a bug: a checkpoint reads the length of the
log without the writers' lock. Suppose that all of the log has been copied into the database, and
that a commit restarts the log at this moment. Then the checkpoint marks frames as copied that are
yet to be written. Later checkpoints skip these frames, which loses commits and damages the
database.

So pbm turns automatic checkpoints off, with every version of SQLite, and makes its own. One
connection begins a write transaction, a second connection of the same process makes the checkpoint,
and the first one rolls back. SQLite's locks guarantee that nothing is lost:

- Only a commit restarts the log, and commits need the lock that the first connection has. So the
  length that the checkpoint reads remains correct until it ends, and two checkpoints never overlap.
- A killed process releases all its locks at the same moment. SQLite marks frames as copied only
  when they are on disk, and copies unmarked frames again.
- SQLite makes a checkpoint when the last connection closes. It needs an exclusive lock of the
  database file, which any other open connection prevents, and opening the database waits for that
  lock. Recovery after a crash takes all locks of the log, so it never overlaps a checkpoint. A new
  database switches to WAL before it has a log.
- A process that is stopped during a checkpoint is like one that is stopped during any transaction:
  other processes wait, and try again later.

Readers and checkpoints don't wait for each other, because frames that a reader may still need
remain in the log. The first commit after a checkpoint restarts the log and truncates the file,
unless a reader still uses the old frames. In that case the log grows, and the next checkpoint comes
after a few commits and has little to copy. Sooner or later one of them runs between two readers.
Other programs may read the database. If they write, they make checkpoints by their own rules.

The locks belong to a process, and POSIX drops them when the process closes any other descriptor of
the database's files. So only SQLite opens these files within pbm.
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
"""Size of the log in bytes at which it is copied. It is four times SQLite's default, because
commits wait during a checkpoint.
"""
log = get_logger()
FIXED_IN: Mapping[tuple[int, ...], tuple[int, ...]] = {(3, 44): (3, 44, 6), (3, 50): (3, 50, 7)}
"""The first version without the bug, of each release series before 3.51 that has one."""


def has_reset_fault(version: tuple[int, ...]) -> bool:
    """Whether this version of SQLite has the bug by which a checkpoint can lose commits."""
    fixed_in = FIXED_IN.get(version[:2], (3, 51, 3))
    return (3, 7, 0) <= version < fixed_in


def configure(connection: Any) -> None:
    """Turns a connection's automatic checkpoints off. `WalCheckpoints` makes them instead."""
    connection.execute("PRAGMA wal_autocheckpoint=0")
    # SQLite truncates a restarted log to this size.
    connection.execute(f"PRAGMA journal_size_limit={LIMIT}")


class WalCheckpoints:
    """The checkpoints that this process makes of one database."""

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
        if size <= LIMIT:  # A commit has restarted the log.
            self._next = LIMIT
        return size > self._next

    def _size(self) -> int:
        try:
            return self._path.stat().st_size if self._path else 0
        except FileNotFoundError:
            return 0

    def _make(self) -> None:
        """Makes a checkpoint. The next one is due soon, unless a commit restarts the log before."""
        with closing(self._engine.raw_connection()) as other, self._engine.begin():
            try:
                other.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                log.warning("the write-ahead log can't be copied yet", error=str(error))
            # Readers may keep the log from restarting: try again after 256 KiB, before it grows.
            self._next = self._size() + LIMIT // 64


def _log_path(engine: Engine) -> Path | None:
    """Returns the path of the log, or None if the database has none."""
    if engine.dialect.name != "sqlite":
        return None
    with closing(engine.raw_connection()) as connection:
        rows = connection.cursor().execute("PRAGMA database_list").fetchall()
    path = next(path for _, name, path in rows if name == "main")
    return Path(f"{path}-wal") if path else None
