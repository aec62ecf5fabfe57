"""SQLite databases for tests without processes: copied rather than made, and never synced."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine

from storage import Database, open_database


class DatabaseCopy:
    """A copy of a database as it was, in memory."""

    def __init__(self, file: str | Path) -> None:
        self._memory = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(file)) as source:
            source.backup(self._memory)

    def put(self, file: str | Path) -> None:
        """Puts the copy in the place of a database, which may be open."""
        with closing(sqlite3.connect(file)) as target:
            target.execute("PRAGMA synchronous=OFF")
            self._memory.backup(target)


def open_copy(url: str, file: str | None) -> Database:
    """Opens a database, on SQLite in this file: making its tables takes longer than most tests."""
    if file is None:
        return open_database(url)
    if not Path(file).exists():
        _empty()[0].put(file)
    database = open_database(url)
    _hasten(database._engine)
    return database


@cache
def _empty() -> tuple[DatabaseCopy, Engine]:
    """Returns an empty database, and the engine that made it."""
    with TemporaryDirectory() as folder:
        made = open_database(f"sqlite:///{folder}/pbm.db")
        copy = DatabaseCopy(f"{folder}/pbm.db")
        made.close()
    return copy, made._engine


def _hasten(engine: Engine) -> None:
    """Shares the compiled statements of all tests, and lets commits wait for no disk."""
    first = _empty()[1]
    engine.dialect, engine._compiled_cache = first.dialect, first._compiled_cache
    with closing(engine.raw_connection()) as connection:
        connection.execute("PRAGMA synchronous=OFF")
