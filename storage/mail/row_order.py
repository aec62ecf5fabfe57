"""The order in which transactions lock rows of the outbox."""

from sqlalchemy import ColumnElement, TextClause, select

from storage.tables import outbox


def in_order(*which: ColumnElement[bool] | TextClause) -> ColumnElement[bool]:
    """Returns the condition of an UPDATE for these mails that locks them in the order of their ids.

    Without it PostgreSQL locks them in the order of its plan, and two transactions that change the
    same mails may wait for one another.
    """
    rows = select(outbox.c.id).where(*which).order_by(outbox.c.id).with_for_update()
    return outbox.c.id.in_(rows.correlate(None))
