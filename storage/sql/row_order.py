"""The order in which transactions lock rows of one table.

PostgreSQL locks them in the order of its plan: two transactions that change the same rows may then
wait for one another. So all lock them in the order of their ids.
"""

from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, TextClause, select


def lock_in_order(
    connection: Connection, id: Column[Any], *which: ColumnElement[bool] | TextClause
) -> None:
    """Locks rows before they are changed by several statements."""
    connection.execute(_rows(id, *which))


def in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> ColumnElement[bool]:
    """Returns the condition of an UPDATE for these rows that locks them in order."""
    return id.in_(_rows(id, *which).correlate(None))


def _rows(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> Select[Any]:
    return select(id).where(*which).order_by(id).with_for_update()
