"""Find damage in SQLite's file, in its references, and in the values of rows."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, TypeDecorator, column, select
from sqlmodel import SQLModel

from storage.sql.repository import Repository

Check = Callable[[str], object]
"""Parses the text of a column, and raises any exception if it is damaged."""

KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    datetime: ((str, datetime), "a time"),
    bool: ((bool, int), "true or false"),
    int: ((int,), "a whole number"),
    float: ((float, int), "a number"),
    str: ((str,), "text"),
}
"""The accepted Python types, and a name, for each type of column. SQLite itself accepts any value.
"""


class Damage(NamedTuple):
    """A damaged row, or damage of the file."""

    where: str
    """A row such as `outbox 12`."""
    problem: str


class IntegrityRepository(Repository):
    """Reads tables directly, because the other repositories may fail on damaged rows."""

    def file_damage(self) -> Iterator[Damage]:
        """Yields the damage that SQLite finds in its file.

        PostgreSQL verifies the pages that it reads.
        """
        if self._connection.dialect.name != "sqlite":
            return
        for (result,) in self._connection.exec_driver_sql("PRAGMA integrity_check"):
            if result != "ok":
                yield Damage("database", str(result))
        for table, row, other, _ in self._connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Damage(f"{table} (row {row})", f"it refers to a row that is missing from {other}")

    def row_damage(self, table: str, checks: Mapping[str, Check]) -> Iterator[Damage]:
        """Yields the damaged rows of a table.

        `checks`: parsers for the text columns that have one, by column name.
        """
        stored_table = SQLModel.metadata.tables[table]
        for values in self._connection.execute(_untyped(stored_table)).mappings():
            problems = [
                problem
                for each in stored_table.c
                if (problem := _problem(each, values[each.name], checks.get(each.name)))
            ]
            if problems:
                key = " ".join(str(values[each.name]) for each in stored_table.primary_key)
                yield Damage(f"{table} {key}", "; ".join(problems))


def table_names() -> list[str]:
    return sorted(SQLModel.metadata.tables)


def _untyped(table: Table) -> Any:
    """Returns a query of a table's stored values, without conversion to Python types."""
    return select(*(column(each.name) for each in table.c)).select_from(table)


def _problem(column: Column[Any], value: object, check: Check | None) -> str:
    """Returns the problem of a value, without quoting the value, because it may be secret."""
    if value is None:
        return "" if column.nullable else f"{column.name} is missing"
    kind = column.type
    stored = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    types, name = KINDS[stored.python_type]
    try:
        whole = isinstance(value, types)
        if whole and name == "a time" and isinstance(value, str):
            datetime.fromisoformat(value)
        if check and value:
            check(str(value))
    except Exception as error:  # noqa: BLE001 - whatever reading it raises, it is damaged
        return f"{column.name} can't be read ({type(error).__name__})"
    return "" if whole else f"{column.name} isn't {name}"
