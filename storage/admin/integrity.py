"""Finds damage: in SQLite's file, in rows, and in what stands in their columns."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Column, Table, TypeDecorator, column, select
from sqlmodel import SQLModel

from storage.sql.repository import Repository

Check = Callable[[str], object]
"""Reads the text of a column, and raises an error if it is damaged."""

KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    datetime: ((str, datetime), "a time"),
    bool: ((bool, int), "true or false"),
    int: ((int,), "a whole number"),
    float: ((float, int), "a number"),
    str: ((str,), "a text"),
}
"""The values that a column may have, and their name, by its type. SQLite takes any others too."""


class Damage(NamedTuple):
    """Something that is damaged."""

    where: str
    """A place such as `outbox 12`."""
    problem: str


class IntegrityRepository(Repository):
    """The repository of everything, for a check that needs no other repository to work."""

    def file_damage(self) -> Iterator[Damage]:
        """Yields the damage that SQLite finds in its file; PostgreSQL checks what it reads."""
        if self._connection.dialect.name != "sqlite":
            return
        for (found,) in self._connection.exec_driver_sql("PRAGMA integrity_check"):
            if found != "ok":
                yield Damage("database", str(found))
        for table, row, other, _ in self._connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield Damage(f"{table} (row {row})", f"what it refers to isn't in {other}")

    def row_damage(self, table: str, checks: Mapping[str, Check]) -> Iterator[Damage]:
        """Yields the damaged rows of a table; `checks` read what stands in some of its columns."""
        found = SQLModel.metadata.tables[table]
        for values in self._connection.execute(_untyped(found)).mappings():
            problems = [
                problem
                for each in found.c
                if (problem := _problem(each, values[each.name], checks.get(each.name)))
            ]
            if problems:
                key = " ".join(str(values[each.name]) for each in found.primary_key)
                yield Damage(f"{table} {key}", "; ".join(problems))


def table_names() -> list[str]:
    """Returns the names of all tables."""
    return sorted(SQLModel.metadata.tables)


def _untyped(table: Table) -> Any:
    """Returns a query of a table's values as they are stored, whatever they should be."""
    return select(*(column(each.name) for each in table.c)).select_from(table)


def _problem(column: Column[Any], value: object, check: Check | None) -> str:
    """Returns the problem of a value, which isn't quoted, as it may be secret."""
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
