"""Opens the database, and starts transactions."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from storage.boards.match_cache import MatchCache
from storage.schema_upgrade import MIGRATIONS, UnknownSchemaError, prepare
from storage.unit_of_work import SqlUnitOfWork

BUSY_SECONDS = 30
"""The time for which a writer waits for another on SQLite, unless the URL says ?timeout=SECONDS."""


class Database:
    """A factory of units of work, with a cache of replayed matches."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._match_cache = MatchCache()

    @contextmanager
    def work(self) -> Iterator[SqlUnitOfWork]:
        """Yields a transaction, committed at its end, rolled back when it raises."""
        with self._engine.begin() as connection:
            work = SqlUnitOfWork(connection, self._match_cache)
            yield work
            work.check()

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def open_database(url: str, migrations: Path = MIGRATIONS) -> Database:
    """Returns the database at this SQLAlchemy URL, with its tables made or upgraded.

    Raises ConnectionError when it can't be reached, or used by this pbm.
    """
    # errors are logged, but secrets must not be
    engine = create_engine(url, hide_parameters=True, connect_args=_connect_args(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    try:
        _prepare(engine, migrations)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine)


def _prepare(engine: Engine, migrations: Path) -> None:
    try:
        with engine.begin() as connection:
            prepare(connection, migrations)
    except (DBAPIError, UnknownSchemaError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def check_url(url: str) -> None:
    """Raises ValueError for a URL that isn't of a supported database; doesn't quote the URL."""
    try:
        dialect = make_url(url).get_dialect()
        dialect.import_dbapi()
    except (ArgumentError, ImportError, ValueError):
        dialect = None
    if dialect is None or dialect.name not in ("sqlite", "postgresql"):
        raise ValueError(
            "a database is needed such as sqlite:///PATH or postgresql+psycopg://HOST/NAME, "
            "and for PostgreSQL the extra pbm[postgresql]"
        )


def _connect_args(url: str) -> dict[str, float]:
    made = make_url(url)
    default = made.get_backend_name() == "sqlite" and "timeout" not in made.query
    return {"timeout": BUSY_SECONDS} if default else {}


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we send BEGIN ourselves
    _use_wal(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _use_wal(connection: Any) -> None:
    """Switches to WAL; several first users at once get "locked", whatever the timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_immediate(connection: Connection) -> None:
    # A deferred transaction that reads and then writes fails at once, past the busy timeout.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
