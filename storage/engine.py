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
"""Maximum number of prepared statements of a connection to SQLite. Python's default is 128, and
commands use more.
"""
BUSY_SECONDS = 30
"""Seconds for which a writer on SQLite waits for another writer. ?timeout=SECONDS in the URL
overrides it.
"""
POSTGRESQL_TIMEOUTS = {
    "connect_timeout": 10,
    "tcp_user_timeout": 30_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
}
"""Limits for connecting to PostgreSQL (seconds) and for its replies to packets (milliseconds).

They detect within half a minute that a host has vanished. The kernel would wait for 2 hours.
Parameters in the URL, such as ?connect_timeout=SECONDS, override them.
"""
MAX_CONNECTIONS = 40
"""Maximum number of connections of a process to PostgreSQL. They are opened when needed."""
MAX_ROW_LENGTH = 2**24
"""Maximum length of a row in bytes. A backup from an untrusted source may have longer ones."""
LIBPQ_DRIVERS = ("psycopg", "psycopg2")
"""Drivers that accept POSTGRESQL_TIMEOUTS."""


def make_engine(url: str, last_error: LastError) -> Engine:
    """Returns an engine that notes its errors in `last_error`, without the statement's values."""
    engine = create_engine(url, hide_parameters=True, connect_args=_connect_args(url), **_pool(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    elif engine.driver == "psycopg":
        event.listen(engine, "connect", _turn_off_preparing_behind_pooler)
    event.listen(engine, "handle_error", last_error.note)
    return engine


def _connect_args(url: str) -> dict[str, float]:
    """Returns the arguments of new connections, without any that the URL sets."""
    if url == IN_MEMORY:
        return {"check_same_thread": False}
    parsed_url = make_url(url)
    usual: dict[str, float] = {}
    if parsed_url.get_backend_name() == "sqlite":
        usual = {"timeout": BUSY_SECONDS, "cached_statements": CACHED_STATEMENTS}
    elif parsed_url.get_driver_name() in LIBPQ_DRIVERS:
        usual = dict(POSTGRESQL_TIMEOUTS)
    return {name: value for name, value in usual.items() if name not in parsed_url.query}


def _pool(url: str) -> dict[str, Any]:
    """Returns the arguments of the connection pool.

    For a database in memory, all threads share one connection.
    """
    if url == IN_MEMORY:
        return {"poolclass": StaticPool}
    if make_url(url).get_backend_name() == "postgresql":
        return {"pool_size": MAX_CONNECTIONS, "max_overflow": 0, "pool_use_lifo": True}
    return {}


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # The driver sends no BEGIN. `_begin_immediate` does.
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_ROW_LENGTH)
    _use_wal(connection)
    configure(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    # Temporary files of a killed process would never be deleted.
    connection.execute("PRAGMA temp_store=MEMORY")


def _use_wal(connection: Any) -> None:
    """Switches to write-ahead logging (WAL), and retries while other processes do so, too."""
    # If several processes switch simultaneously, SQLite reports "locked" and ignores its timeout.
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
    # A deferred transaction that reads and then writes fails without waiting for the timeout.
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN IMMEDIATE"))


def _turn_off_preparing_behind_pooler(connection: Any, _record: object) -> None:
    """Turns prepared statements off behind a pooler, because transactions share connections there.

    PgBouncer is recognized by the server's process id. The id that is announced when the client
    connects differs from the id of the process that executes queries.
    """
    answering = connection.execute("SELECT pg_backend_pid()").fetchone()[0]
    connection.rollback()
    if answering != connection.info.backend_pid:
        connection.prepare_threshold = None
