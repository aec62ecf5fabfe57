"""Inserts that can be told what to do where a row is there already, by either database."""

from collections.abc import Callable

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Insert = postgresql.Insert | sqlite.Insert

INSERTS: dict[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""By dialect."""


def insert_into(connection: Connection, table: Table) -> Insert:
    """For this connection's database; what many letters need is made once, from `INSERTS`."""
    return INSERTS[connection.dialect.name](table)
