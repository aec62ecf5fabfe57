"""The file with the state of a site: its place, its tables, and the lock of whoever works on it."""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 5
"""Increased when the tables or the kinds change; a file of another version is made anew."""
TABLES = """
CREATE TABLE subject (
    kind INTEGER NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL,
    digest TEXT NOT NULL DEFAULT '', due INTEGER, error TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (kind, game, number)
) WITHOUT ROWID;
CREATE INDEX subject_due ON subject (due, kind, game, number) WHERE due IS NOT NULL;
CREATE INDEX subject_failed ON subject (error) WHERE error <> '';
CREATE TABLE file (
    path TEXT PRIMARY KEY, digest TEXT NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL,
    kind INTEGER NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX file_by_subject ON file (kind, game, number);
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
FOLDER = "sites"
"""The folder of these files in the data folder."""


def state_file(data: Path, folder: Path) -> Path:
    """Returns the file with the state of the site in this folder."""
    name = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    return data / FOLDER / f"{name}.db"


@contextmanager
def site_lock(file: Path, *, wait: bool) -> Iterator[bool]:
    """Holds the lock of a site; yields False if another process has it.

    `wait`: waits for the other process, and always yields True.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(lock)
        yield False
        return
    try:
        yield True
    finally:
        os.close(lock)


def open_state_file(file: Path) -> sqlite3.Connection:
    """Opens the file; one that is damaged, or of another version, is made anew."""
    try:
        return _connect(file)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # it can't be opened, whatever is in it
            raise
    for end in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
    return _connect(file)


def _connect(file: Path) -> sqlite3.Connection:
    """Opens the file; raises sqlite3.DatabaseError if it is damaged, or of another version."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")  # a loss is made good by a comparison
        _make_tables(connection)
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA user_version").fetchone() == (0,):
        connection.executescript(f"BEGIN;{TABLES}PRAGMA user_version={VERSION};COMMIT;")


def _check(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if (version, found) != ((VERSION,), ("ok",)):
        raise sqlite3.DatabaseError(f"version {version}, {found}")
