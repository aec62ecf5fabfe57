"""The repository of recent uses of rate-limited actions."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from storage.sql.locks import LockKey, LockKind, Locks
from storage.tables import tallies


class RateCounterRepository:
    """The repository of times of actions, by key, as long as they count."""

    def __init__(self, connection: Connection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """Returns the times for each key that still count, the oldest first; every key is there."""
        found: dict[str, list[datetime]] = {key: [] for key in keys}
        query = select(tallies.c.key, tallies.c.at).where(
            tallies.c.key.in_(keys), tallies.c.until > at
        )
        for row in self._connection.execute(query.order_by(tallies.c.at, tallies.c.id)):
            found[row.key].append(row.at)
        return found

    def lock(self, key: str) -> None:
        """Locks this key until the transaction ends: counts are then exact."""
        self._locks.take(LockKey(LockKind.COUNT, key))

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """Counts an action; deletes all counts that have expired."""
        # those that another transaction deletes, or has locked, are left to it
        old = select(tallies.c.id).where(tallies.c.until <= at).with_for_update(skip_locked=True)
        self._connection.execute(delete(tallies).where(tallies.c.id.in_(old)))
        self._connection.execute(insert(tallies).values(key=key, at=at, until=until))

    def drop(self, keys: Sequence[str]) -> None:
        """Deletes the counts of these keys."""
        self._connection.execute(delete(tallies).where(tallies.c.key.in_(keys)))
