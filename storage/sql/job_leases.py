"""The leases of long jobs, which are rows of a table until they are answered."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, func, select, update


class JobLeases:
    """The leases of a table's jobs; one without a due time is answered."""

    def __init__(self, connection: Connection, table: Table) -> None:
        self._connection = connection
        self._table = table

    def waiting(self) -> int:
        """Returns the number of unanswered jobs, including leased ones."""
        query = select(func.count()).where(self._table.c.due.is_not(None))
        return self._connection.execute(query.select_from(self._table)).scalar_one()

    def take(self, now: datetime, until: datetime, holder: str) -> Row[Any] | None:
        """Returns the oldest job that isn't leased, and leases it until `until`."""
        table = self._table
        query = select(table).where(table.c.due <= now).order_by(table.c.id).limit(1)
        row = self._connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is not None:
            taken = {"due": until, "tries": row.tries + 1, "holder": holder}
            self._connection.execute(update(table).where(table.c.id == row.id).values(taken))
        return row

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        renewed = update(self._table).where(self.held(id, holder)).values(due=until)
        return self._connection.execute(renewed).rowcount > 0

    def release_all(self, holder: str, now: datetime) -> None:
        """Ends all leases of a holder that works no more: its jobs are due again."""
        table = self._table
        theirs = update(table).where(table.c.holder == holder, table.c.due.is_not(None))
        self._connection.execute(theirs.values(due=now, holder=""))

    def held(self, id: int, holder: str) -> ColumnElement[bool]:
        """Returns the condition that an unanswered job is leased by this holder."""
        table = self._table
        return (table.c.id == id) & (table.c.holder == holder) & table.c.due.is_not(None)
