"""Types and constructors for the columns and indexes of the tables."""

from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import BigInteger, DateTime, Index, Integer, MetaData, Table, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

ZONE = "+00:00"
"""The time zone UTC. SQLite stores times without it."""
LARGE = BigInteger().with_variant(Integer, "sqlite")
CONDITION = "condition"
"""The key of a partial index's condition in the index's `info`."""


class Row(SQLModel):
    """A row of a table. Rows are never validated, so no validator is built."""

    model_config = {"defer_build": True}


class Moment(TypeDecorator[datetime]):
    """A time in UTC. SQLite stores it without the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    # TypeDecorator's simpler methods than these would cost three more calls for each value.

    def bind_processor(self, dialect: Dialect) -> Any:
        """Returns a processor that stores UTC."""
        return stored_moment if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Returns a processor that reads an aware time."""
        if dialect.name == "sqlite":
            return _read
        return super().result_processor(dialect, coltype)


def stored_moment(value: datetime | None) -> str | None:
    """Returns a time as the text that SQLite stores."""
    if value is None:
        return None
    if value.tzinfo is not UTC:
        value = value.astimezone(UTC)
    return value.isoformat(" ", "microseconds").removesuffix(ZONE)


def _read(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text + ZONE) if text else None


def partial_index(condition: str, name: str, *columns: Any, unique: bool = False) -> Index:
    """Returns an index of the rows that meet a condition.

    Queries must repeat it to use the index.
    """
    where, info = text(condition), {CONDITION: condition}
    return Index(name, *columns, unique=unique, sqlite_where=where, info=info)


def set_postgresql_conditions(metadata: MetaData) -> None:
    """Sets the conditions of partial indexes for PostgreSQL. Call it before creating the tables."""
    indexes = [index for table in metadata.tables.values() for index in table.indexes]
    for index in indexes:
        if CONDITION in index.info:
            index.dialect_options["postgresql"]["where"] = text(index.info[CONDITION])


def own_id() -> Any:
    """Returns a primary key that the database generates."""
    return Field(default=None, primary_key=True, sa_type=LARGE)


def reference_to(name: str, *, key: bool = False, index: bool = False) -> Any:
    """Returns a foreign key, such as to `player.id`."""
    return Field(foreign_key=name, primary_key=key, index=index, sa_type=LARGE)


def table_of(model: type[SQLModel]) -> Table:
    """Returns the table of a model, for use in queries."""
    return cast("Table", model.__table__)  # type: ignore[attr-defined]
