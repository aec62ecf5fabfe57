"""Transactions that read or write a whole database, and therefore take minutes."""

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

WITHOUT_TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
"""The limits of PostgreSQL that are meant for the transactions of commands."""


def lift_timeouts(connection: Connection) -> None:
    """Lets this transaction, and its statements, last for as long as they take."""
    if connection.dialect.name == "postgresql":
        for name in WITHOUT_TIMEOUTS:
            connection.execute(text(f"SET LOCAL {name} = 0"))


def lock_tables(connection: Connection) -> None:
    """Lets others read but not write until the end of this transaction."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in SQLModel.metadata.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
