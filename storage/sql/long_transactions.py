"""Settings for transactions that read or write a whole database and take minutes."""

from sqlalchemy import Connection, text
from sqlmodel import SQLModel

WITHOUT_TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
"""PostgreSQL's timeouts. They are meant for the short transactions of commands."""


def lift_timeouts(connection: Connection) -> None:
    """Removes all timeouts from this transaction."""
    if connection.dialect.name == "postgresql":
        for name in WITHOUT_TIMEOUTS:
            connection.execute(text(f"SET LOCAL {name} = 0"))


def lock_tables(connection: Connection) -> None:
    """Blocks writes by others, but not reads, until the end of this transaction."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in SQLModel.metadata.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE MODE"))
