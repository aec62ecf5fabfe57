"""Inserts with conflict handling, for either database."""

from collections.abc import Callable

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert

INSERTS: dict[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""The constructors by dialect."""


def insert_into(connection: Connection, table: Table) -> Insert:
    """Returns an insert for this database; frequent statements are made once, from `INSERTS`."""
    return INSERTS[connection.dialect.name](table)
