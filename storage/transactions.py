"""Write transactions, on connections that may be lost at any moment.

On PostgreSQL, settings and locks last for one transaction only. Behind a pooler such as PgBouncer,
the next transaction may get another connection, and another program may get this one.
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
"""Limits on waiting for a lock, on each statement, and on a program that stops within a
transaction.

The last limit ends a program that hangs, because others wait for the locks that it holds. Limits
that are already set for the database or its user are kept.
"""
_OWN_OR_USUAL = (
    func.set_config(
        name, func.coalesce(func.nullif(func.current_setting(name), "0"), usual), true()
    )
    for name, usual in TIMEOUTS.items()
)
WRITERS_LOCK = 7_266_003
"""The number of the advisory lock that each write transaction shares. A task that needs the
database without writers takes it exclusively.
"""
_IS_READ_ONLY = func.current_setting("transaction_read_only") == "on"
_SHARED = func.pg_advisory_xact_lock_shared(WRITERS_LOCK)
BEGIN = Prepared(select(_IS_READ_ONLY.label("is_read_only"), *_OWN_OR_USUAL, _SHARED))
"""The first statement of a transaction. It sets the limits, takes the writers' lock, and returns
whether the host is read-only.
"""


class UnknownCommitError(Exception):
    """The connection was lost during a commit. It is unknown whether the commit succeeded."""


@contextmanager
def transaction(engine: Engine) -> Iterator[WorkConnection]:
    """Yields a connection in a transaction. The transaction commits at the end.

    It rolls back if the block raises. Raises UnknownCommitError if the connection is lost during
    the commit.
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
            raise UnknownCommitError("the connection was lost during a commit") from error
        raise


def _connect(engine: Engine) -> WorkConnection:
    """Returns a working connection, in a transaction on PostgreSQL.

    A pooled connection is replaced once if it was lost, or if its host has become read-only after a
    failover.
    """
    if engine.dialect.name == "sqlite":
        return WorkConnection(engine)
    try:
        connection = WorkConnection(engine)
        if not _begin(connection):
            return connection
        connection.invalidate()
        connection.close()
        # Close the pool: its other connections probably lead to the same read-only host.
        engine.dispose()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    connection = WorkConnection(engine)
    _begin(connection)
    return connection


def _begin(connection: WorkConnection) -> bool:
    """Begins a transaction on PostgreSQL, and returns whether its host is read-only."""
    try:
        return bool(connection.value(BEGIN))
    except BaseException:
        connection.close()
        raise
