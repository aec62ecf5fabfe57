"""What the tables are made of."""

from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import BigInteger, DateTime, Integer, Table
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

LARGE = BigInteger().with_variant(Integer, "sqlite")


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite keeps it without its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC."""
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back an aware time."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


def own_id() -> Any:
    """A number of the table's own, which it gives."""
    return Field(default=None, primary_key=True, sa_type=LARGE)


def reference_to(name: str, *, key: bool = False, index: bool = False) -> Any:
    """The number of a row elsewhere, such as `player.id`."""
    return Field(foreign_key=name, primary_key=key, index=index, sa_type=LARGE)


def table_of(model: type[SQLModel]) -> Table:
    """What statements are written on."""
    return cast("Table", model.__table__)  # type: ignore[attr-defined]
