"""The order in which transactions lock rows of one table.

PostgreSQL locks them in the order of its plan: two transactions that change the same rows may then
wait for one another. So all lock them in the order of their ids.
"""

from typing import Any

from sqlalchemy import Column, ColumnElement, Select, TextClause, select


def in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> ColumnElement[bool]:
    """Returns the condition of an UPDATE for these rows that locks them in order."""
    return id.in_(rows_in_order(id, *which).correlate(None))


def rows_in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> Select[Any]:
    """Returns the query of the ids of these rows that locks them in order."""
    return select(id).where(*which).order_by(id).with_for_update()
