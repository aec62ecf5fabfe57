"""The repository of recent uses of rate-limited actions."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables import tallies
from storage.tables.columns import Moment

COUNTED = Prepared(
    select(tallies.c.key, tallies.c.at, tallies.c.until)
    .where(
        tallies.c.key.in_(bindparam("keys", expanding=True)),
        tallies.c.until > bindparam("now", type_=Moment),
    )
    .order_by(tallies.c.at, tallies.c.id)
)
INSERT = Prepared(insert(tallies), columns=("key", "at", "until"))
DELETE = Prepared(delete(tallies).where(tallies.c.key.in_(bindparam("keys", expanding=True))))
# those that another transaction deletes, or has locked, are left to it
_OLD = select(tallies.c.id).where(tallies.c.until <= bindparam("now", type_=Moment))
DELETE_OLD = Prepared(
    delete(tallies).where(tallies.c.id.in_(_OLD.with_for_update(skip_locked=True)))
)

Use = tuple[datetime, datetime]
"""The time of an action, and the time from which it no longer counts."""


class RateCounterRepository:
    """The repository of times of actions, by key, as long as they count."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks
        self._prefetched: Prefetched[str, list[Use]] = connection.prefetched(COUNTED)
        """The uses that count, by key, the oldest first."""
        self._has_deleted = False

    def prefetch(self, keys: Sequence[str], at: datetime) -> None:
        """Reads what counts for these keys, for `of`."""
        if not keys:
            return
        found: dict[str, list[Use]] = {key: [] for key in keys}
        for row in self._connection.rows(COUNTED, {"keys": [*found], "now": at}):
            found[row.key].append((row.at, row.until))
        self._prefetched.add(found)

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """Returns the times for each key that still count, the oldest first; every key is there."""
        self.prefetch([key for key in keys if key not in self._prefetched], at)
        return {key: [time for time, until in self._prefetched[key] if until > at] for key in keys}

    def lock(self, key: str) -> None:
        """Locks this key until the transaction ends: counts are then exact."""
        lock = LockKey(LockKind.COUNT, key)
        if self._locks.needed and not self._locks.holds(lock):
            self._prefetched.clear()
        self._locks.take(lock)

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """Counts an action; deletes all counts that have expired."""
        if not self._has_deleted:
            self._connection.queue(DELETE_OLD, {"now": at}, kept=[self._prefetched])
            self._has_deleted = True
        row = {"key": key, "at": at, "until": until}
        self._connection.queue(INSERT, row, kept=[self._prefetched])
        if key in self._prefetched:
            self._prefetched.change(key, sorted([*self._prefetched[key], (at, until)]))

    def drop(self, keys: Sequence[str]) -> None:
        """Deletes the counts of these keys."""
        self._connection.queue(DELETE, {"keys": keys}, kept=[self._prefetched])
        for key in keys:
            self._prefetched.change(key, [])
