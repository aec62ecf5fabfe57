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

    # Whole processors: the usual way round a type's own costs three calls more for each value.

    def bind_processor(self, dialect: Dialect) -> Any:
        """Store UTC."""
        return _written if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Give back an aware time."""
        if dialect.name == "sqlite":
            return _read
        return super().result_processor(dialect, coltype)


def _written(value: datetime | None) -> str | None:
    if value is None:
        return None
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _read(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def own_id() -> Any:
    """A number of the table's own, which it gives."""
    return Field(default=None, primary_key=True, sa_type=LARGE)


def reference_to(name: str, *, key: bool = False, index: bool = False) -> Any:
    """The number of a row elsewhere, such as `player.id`."""
    return Field(foreign_key=name, primary_key=key, index=index, sa_type=LARGE)


def table_of(model: type[SQLModel]) -> Table:
    """What statements are written on."""
    return cast("Table", model.__table__)  # type: ignore[attr-defined]
