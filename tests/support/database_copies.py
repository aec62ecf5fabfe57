"""SQLite databases for tests without processes: copied rather than made."""

import itertools
import sqlite3
import threading
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import event
from sqlalchemy.engine import Engine, make_url

from storage import Database, open_database
from storage.boards.repositories import Caches
from tests.support.paths import FOLDER

JOURNAL_MODE, ROLLBACK = slice(18, 20), b"\x01\x01"
"""The bytes of a file's header that tell its journal mode, and their values without WAL."""

_free: list[Database] = []
"""Databases that are open and that no test uses now."""
_numbers = itertools.count(1)
_awaited: dict[Engine, "DatabaseCopy | None"] = {}
"""What open databases will have as soon as they are used."""
_lock = threading.Lock()


class DatabaseCopy:
    def __init__(self, database: Database) -> None:
        with closing(database.engine.raw_connection()) as source, _in_memory() as copy:
            source.driver_connection.backup(copy)
            content = bytearray(copy.serialize())
        content[JOURNAL_MODE] = ROLLBACK  # older SQLites open no database in memory in WAL mode
        self._content = bytes(content)

    def write(self, file: str) -> None:
        """Makes a file of it."""
        Path(file).write_bytes(self._content)

    def put(self, database: Database) -> None:
        """Replaces all that an open database has."""
        with closing(database.engine.raw_connection()) as target:
            self.fill(target.driver_connection)

    def fill(self, target: sqlite3.Connection) -> None:
        """Replaces all that a connection's database has."""
        with _in_memory() as copy:
            # SQLite 3.40 can't read from memory what two bytes of the header call WAL
            copy.deserialize(b"".join((self._content[:18], b"\1\1", self._content[20:])))
            copy.backup(target)

    def put_when_used(self, database: Database) -> None:
        """Replaces all that an open database has, as soon as it is used by this object."""
        engine = database.engine
        if engine not in _awaited:
            event.listen(engine, "checkout", partial(_fill, engine))
        _awaited[engine] = self


def _in_memory() -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(":memory:"))


def is_unused(database: Database) -> bool:
    """Returns True if a database waits for a copy, as nobody has used it since it was taken."""
    return _awaited.get(database.engine) is not None


def open_copy(url: str) -> Database:
    """Opens a database; on SQLite it is copied, as making its tables takes longer than a test."""
    made = make_url(url)
    if made.get_backend_name() != "sqlite":
        return open_database(url)
    if made.database and not Path(made.database).exists():
        _empty()[1].write(made.database)
    return open_database(url)


def take_database() -> Database:
    """Returns a database without rows; one that is open already, as opening takes longer."""
    first, copy = _empty()
    if not _free:
        _free.append(open_copy(f"sqlite:///{_folder().name}/{next(_numbers)}.db"))
    kept = _free.pop()
    kept.last_error.clear()
    kept.caches = Caches()
    kept.generations, kept.signing_keys, kept.loss = first.generations, first.signing_keys, ""
    copy.put_when_used(kept)
    return kept


def give_back(database: Database) -> None:
    """Keeps a database for others, unless a transaction of it is still open."""
    pool = database.engine.pool
    if pool.checkedout() or pool.checkedin() > 1:  # a new one has one connection
        database.close()
    if not pool.checkedout():
        _free.append(database)


def _fill(engine: Engine, connection: sqlite3.Connection, *_: object) -> None:
    """Puts the awaited copy into a database before a connection to it is used."""
    with _lock:
        if copy := _awaited[engine]:
            copy.fill(connection)
        _awaited[engine] = None


@cache
def _folder() -> TemporaryDirectory:
    """Returns a folder that lasts as long as the process."""
    return TemporaryDirectory(prefix="pbm-sites-", dir=FOLDER)


@cache
def _empty() -> tuple[Database, DatabaseCopy]:
    """Returns a database without rows, closed, and a copy of it."""
    with (
        TemporaryDirectory() as folder,
        closing(open_database(f"sqlite:///{folder}/pbm.db")) as made,
    ):
        return made, DatabaseCopy(made)
