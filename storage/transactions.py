"""Transactions that change something, on connections that may be lost at any moment.

What PostgreSQL is told holds for the transaction alone: behind a pooler such as PgBouncer, the next
one may have another connection, and this connection another user.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, RootTransaction, func, select, true
from sqlalchemy.exc import DBAPIError

from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared

TIMEOUTS = {
    "lock_timeout": "30s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "60s",
}
"""The time for which a transaction waits for a lock, and for a statement; and the time after which
PostgreSQL ends one whose program has stopped, as others wait for its locks.

Those that the database or its role has of its own count instead.
"""
_OWN_OR_USUAL = (
    func.set_config(
        name, func.coalesce(func.nullif(func.current_setting(name), "0"), usual), true()
    )
    for name, usual in TIMEOUTS.items()
)
WRITERS_LOCK = 7_266_003
"""The number of the advisory lock of transactions: shared, or held by one alone."""
_IS_READ_ONLY = func.current_setting("transaction_read_only") == "on"
_SHARED = func.pg_advisory_xact_lock_shared(WRITERS_LOCK)
BEGIN = Prepared(select(_IS_READ_ONLY.label("is_read_only"), *_OWN_OR_USUAL, _SHARED))
"""The first statement of a transaction; it tells whether the host takes no changes."""


class UnknownCommitError(Exception):
    """The connection was lost in the middle of a commit: it may be stored, or not."""


@contextmanager
def transaction(engine: Engine) -> Iterator[WorkConnection]:
    """Yields a connection with a transaction, committed at its end, rolled back when it raises.

    Raises UnknownCommitError when the answer to the commit is lost.
    """
    with _connect(engine) as connection:
        begun = connection.get_transaction() or connection.begin()
        try:
            yield connection
        except BaseException:
            begun.rollback()
            raise
        _commit(begun)


def _commit(begun: RootTransaction) -> None:
    try:
        begun.commit()
    except DBAPIError as error:
        if error.connection_invalidated:
            raise UnknownCommitError("the connection was lost in the middle of a commit") from error
        raise


def _connect(engine: Engine) -> WorkConnection:
    """Returns a connection that can be used; a kept one may have been lost since.

    One to a host that has become read-only, as another took its place, is made again as well.
    """
    if engine.dialect.name == "sqlite":
        return WorkConnection(engine)
    try:
        connection = WorkConnection(engine)
        if not _begin(connection):
            return connection
        connection.invalidate()
        connection.close()
        engine.dispose()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    connection = WorkConnection(engine)
    _begin(connection)
    return connection


def _begin(connection: WorkConnection) -> bool:
    """Begins a transaction on PostgreSQL; returns True if its host is read-only."""
    try:
        return bool(connection.value(BEGIN))
    except BaseException:
        connection.close()
        raise
