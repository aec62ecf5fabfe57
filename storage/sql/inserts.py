"""Inserts with conflict handling, for SQLite and PostgreSQL."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, Union

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Insert: TypeAlias = Union["postgresql.Insert", sqlite.Insert]


def _postgresql_insert(table: Table) -> "postgresql.Insert":
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - takes 2 MB, which SQLite spares

    return postgresql.insert(table)


INSERTS: dict[str, Callable[[Table], Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": _postgresql_insert,
}
"""Constructors of inserts, by dialect."""


def insert_into(connection: Connection, table: Table) -> Insert:
    """Returns an insert for this database.

    Frequent statements are prepared from `INSERTS` instead.
    """
    return INSERTS[connection.dialect.name](table)
