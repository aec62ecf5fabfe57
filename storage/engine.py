"""Make the engine of a database, and configure each of its connections."""

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from storage.error_kinds import LastError, error_kind
from storage.wal_checkpoints import configure

IN_MEMORY = "sqlite://"
CACHED_STATEMENTS = 500
"""Prepared ones of each connection to SQLite; Python keeps 128, and commands use more."""
BUSY_SECONDS = 30
"""The time for which a writer waits for another on SQLite, unless the URL says ?timeout=SECONDS."""
POSTGRESQL_TIMEOUTS = {
    "connect_timeout": 10,
    "tcp_user_timeout": 30_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
}
"""The time for a connection to PostgreSQL, and for its answers to packets (in milliseconds).

A host that is gone without a word is noticed within half a minute, unless the URL says else, such
as ?connect_timeout=SECONDS. The kernel alone would wait for 2 hours.
"""
MAX_CONNECTIONS = 40
"""The most connections of a process to PostgreSQL; each is made when another thread needs one."""
MAX_ROW_LENGTH = 2**24
"""The bytes of the longest row: a backup that others have made may have longer ones."""
LIBPQ_DRIVERS = ("psycopg", "psycopg2")
"""The drivers that know these parameters."""


def make_engine(url: str, last_error: LastError) -> Engine:
    """Returns the engine of a database; its errors are noted, and quote no values."""
    engine = create_engine(url, hide_parameters=True, connect_args=_connect_args(url), **_pool(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    elif engine.driver == "psycopg":
        event.listen(engine, "connect", _prepare_nothing_behind_pooler)
    event.listen(engine, "handle_error", last_error.note)
    return engine


def _connect_args(url: str) -> dict[str, float]:
    """Returns the arguments of a new connection, without those that the URL has."""
    if url == IN_MEMORY:
        return {"check_same_thread": False}
    made = make_url(url)
    usual: dict[str, float] = {}
    if made.get_backend_name() == "sqlite":
        usual = {"timeout": BUSY_SECONDS, "cached_statements": CACHED_STATEMENTS}
    elif made.get_driver_name() in LIBPQ_DRIVERS:
        usual = dict(POSTGRESQL_TIMEOUTS)
    return {name: value for name, value in usual.items() if name not in made.query}


def _pool(url: str) -> dict[str, Any]:
    """Returns the pool's arguments; all threads share the connection to a database in memory."""
    if url == IN_MEMORY:
        return {"poolclass": StaticPool}
    if make_url(url).get_backend_name() == "postgresql":
        return {"pool_size": MAX_CONNECTIONS, "max_overflow": 0, "pool_use_lifo": True}
    return {}


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we send BEGIN ourselves
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW_LENGTH)
    _use_wal(connection)
    configure(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA temp_store=MEMORY")  # the files of a killed process would stay


def _use_wal(connection: Any) -> None:
    """Switches to WAL; several first users at once get "locked", whatever the timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error_kind(error) != "busy" or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_immediate(connection: Connection) -> None:
    # A deferred transaction that reads and then writes fails at once, past the busy timeout.
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))


def _prepare_nothing_behind_pooler(connection: Any, _record: object) -> None:
    """Turns prepared statements off where transactions share the connections of a pooler.

    PgBouncer names another process at the connection than the one that then answers.
    """
    answering = connection.execute("SELECT pg_backend_pid()").fetchone()[0]
    connection.rollback()
    if answering != connection.info.backend_pid:
        connection.prepare_threshold = None
