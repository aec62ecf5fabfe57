"""The SQLite file with the state of a site: its path, its tables, and a lock for updates."""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 5
"""Increased when the tables or the kinds of subjects change. Files of other versions are replaced.
"""
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
"""Name of the subfolder of the data folder that has these files."""


def state_file(data: Path, folder: Path) -> Path:
    """Returns the path of the file with the state of the site in a folder."""
    name = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    return data / FOLDER / f"{name}.db"


@contextmanager
def site_lock(file: Path, *, wait: bool) -> Iterator[bool]:
    """Takes the lock of a site. Yields False if another process holds it.

    `wait`: wait for the other process, and always yield True.
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
    """Opens the file. One that is damaged or has another version is replaced."""
    try:
        return _connect(file)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # it can't be opened, whatever its content
            raise
    for end in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
    return _connect(file)


def _connect(file: Path) -> sqlite3.Connection:
    """Opens the file. Raises sqlite3.DatabaseError if it is damaged or has another version."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        # After a crash, a comparison with the database and files restores lost changes.
        connection.execute("PRAGMA synchronous=NORMAL")
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
    result = connection.execute("PRAGMA quick_check(1)").fetchone()
    if (version, result) != ((VERSION,), ("ok",)):
        raise sqlite3.DatabaseError(f"version {version}, {result}")
