"""Find the columns that a statement reads, and the columns that it changes."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Executable, Insert, Select, Table, TextClause, Update, UpdateBase
from sqlalchemy.sql import visitors

Columns = frozenset[str]
"""Columns as `table.column`. A plain `table` means the set of the table's rows. Inserts and deletes
change it.
"""


def columns_read(statement: Executable) -> Columns:
    """Returns the columns on which a statement's effect or result depends.

    For an insert, they include the keys that it refers to.
    """
    return frozenset(_read(statement))


def columns_changed(statement: Executable, set_columns: tuple[str, ...]) -> Columns:
    """Returns the columns that a statement changes.

    `set_columns`: the columns that an update sets, if known.
    """
    if isinstance(statement, Update) and set_columns:
        return frozenset(f"{_table(statement).name}.{name}" for name in set_columns)
    if isinstance(statement, UpdateBase):
        table = _table(statement)
        return frozenset((table.name, *map(_name, table.columns)))
    return frozenset()


def _read(statement: Executable) -> Iterator[str]:
    for element in visitors.iterate(statement):  # type: ignore[arg-type]
        if isinstance(element, TextClause):
            raise TypeError(f"can't determine the columns of SQL text: {element.text}")
        if isinstance(element, Column):
            yield from _names(element)
        elif isinstance(element, Select):
            for column in element.selected_columns:
                yield from _names(column)
        elif isinstance(element, Table):
            yield element.name
    if isinstance(statement, Insert):
        for key in _table(statement).foreign_keys:
            yield from (key.column.table.name, _name(key.column))


def _names(column: Any) -> Iterator[str]:
    for base in column.base_columns:
        if isinstance(base, Column):
            yield _name(base)


def _name(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


def _table(statement: Any) -> Table:
    table: Table = statement.table
    return table
