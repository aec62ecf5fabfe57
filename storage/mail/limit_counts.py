"""Counts of limited actions, such as emails or failed logins, by key and time.

Each time has a separate row, so that no transaction waits for another transaction's count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, case, delete, func, select

from pbm.clock import HOUR, MINUTE
from storage.sql.connection import WorkConnection
from storage.sql.inserts import INSERTS, Insert
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.columns import Moment
from storage.tables.mail import limit_counts

_NOW = bindparam("now", type_=Moment)
_COUNTING = (
    limit_counts.c.key.in_(bindparam("keys", expanding=True)),
    limit_counts.c.until > _NOW,
)
TIMES = Prepared(
    select(limit_counts.c.key, limit_counts.c.at, limit_counts.c.until, limit_counts.c.times)
    .where(*_COUNTING)
    .order_by(limit_counts.c.at)
)
_LATER = limit_counts.alias("later")
_LAST_NOTE = (
    select(_LATER.c.note)
    .where(_LATER.c.key == limit_counts.c.key, _LATER.c.at <= _NOW)
    .order_by(_LATER.c.at.desc())
    .limit(1)
    .scalar_subquery()
)
_LAST_HOUR = case(
    (limit_counts.c.at > bindparam("hour", type_=Moment), limit_counts.c.times), else_=0
)
SUMS = Prepared(
    select(
        limit_counts.c.key,
        func.max(limit_counts.c.at).label("at"),
        _LAST_NOTE.label("note"),
        func.sum(limit_counts.c.times).label("used"),
        func.sum(_LAST_HOUR).label("hour"),
    )
    # Later rows are from before the machine's clock was set back.
    .where(*_COUNTING, limit_counts.c.at <= _NOW)
    .group_by(limit_counts.c.key)
)
DELETE = Prepared(
    delete(limit_counts).where(limit_counts.c.key.in_(bindparam("keys", expanding=True)))
)
Use = tuple[datetime, datetime]
"""The time of an action, and the time when it expires and no longer counts toward a limit."""


def _count_statement(new: Insert) -> Any:
    """Returns a statement that adds one action."""
    row = new.values(
        key=bindparam("key"),
        at=bindparam("at"),
        until=bindparam("until"),
        times=1,
        note=bindparam("note"),
    )
    more = {"times": limit_counts.c.times + 1, "note": row.excluded.note}
    return row.on_conflict_do_update(
        index_elements=[limit_counts.c.key, limit_counts.c.at], set_=more
    )


COUNT = Prepared(
    _count_statement(INSERTS["sqlite"](limit_counts)),
    postgresql=lambda: _count_statement(INSERTS["postgresql"](limit_counts)),
)


@dataclass(frozen=True, slots=True)
class Sums:
    """The numbers of unexpired actions with a key, in total and within the last hour."""

    used: int = 0
    hour: int = 0
    at: datetime | None = None
    """The time of the last action. None if all actions have expired."""
    note: str = ""
    """The note on the last action."""

    def with_one(self, at: datetime, note: str) -> "Sums":
        """Returns the sums with one more action."""
        return Sums(self.used + 1, self.hour + 1, at, note)


class LimitCountRepository:
    """Numbers of actions by key. Each action counts toward limits until it expires.

    Sums are cached for a minute. To make up for that, their last hour is 61 minutes long.
    """

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks
        self._uses: Prefetched[str, list[Use]] = connection.prefetched(TIMES)
        """The actions that count, by key, the oldest first."""
        self._sums: Prefetched[str, Sums] = connection.prefetched(SUMS)
        """The sums of the actions that count, by key, as of `_read_at`."""
        self._read_at = datetime.max.replace(tzinfo=UTC)
        self._changed: set[str] = set()
        """Keys whose counts this transaction has changed."""

    def prefetch(self, keys: Iterable[str], at: datetime) -> None:
        """Reads and caches the actions with these keys, for `times`."""
        uses: dict[str, list[Use]] = {key: [] for key in keys}
        if not uses:
            return
        for row in self._read(TIMES, {"keys": [*uses], "now": at}):
            uses[row.key] += [(row.at, row.until)] * row.times
        self._uses.add(uses)

    def times(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """Returns the times of the unexpired actions by key, oldest first."""
        self.prefetch([key for key in keys if key not in self._uses], at)
        return {key: [time for time, until in self._uses[key] if until > at] for key in keys}

    def lock(self, key: str) -> None:
        """Locks this key until the transaction ends, so that its count is exact."""
        lock = LockKey(LockKind.COUNT, key)
        if self._locks.needed and not self._locks.holds(lock):
            self._uses.clear()
        self._locks.take(lock)

    def add(self, key: str, at: datetime, until: datetime, note: str = "") -> None:
        """Adds an action that expires at `until`.

        `note`: stored with the action, for `last_note`.
        """
        self._changed.add(key)
        row = {"key": key, "at": at, "until": until, "note": note}
        self._connection.queue(COUNT, row, still_valid=[self._uses, self._sums])
        if key in self._uses:
            self._uses.change(key, sorted([*self._uses[key], (at, until)]))
        if sums := self._sums.get(key):
            self._sums.change(key, sums.with_one(at, note))

    def drop(self, keys: Sequence[str]) -> None:
        """Deletes the counts of these keys."""
        self._changed.update(keys)
        self._connection.queue(DELETE, {"keys": keys}, still_valid=[self._uses, self._sums])
        for key in keys:
            self._uses.change(key, [])
            self._sums.drop(key)

    def prefetch_sums(self, keys: Iterable[str], now: datetime) -> None:
        """Reads and caches the sums of these keys as of now, for `sums` and `last_note`."""
        if not self._read_at <= now < self._read_at + MINUTE:
            self._sums.clear()
            self._read_at = now
        missing = {key: Sums() for key in keys if key not in self._sums}
        if not missing:
            return
        values = {"keys": [*missing], "now": now, "hour": now - HOUR - MINUTE}
        for row in self._read(SUMS, values):
            missing[row.key] = Sums(row.used, row.hour, row.at, row.note)
        self._sums.add(missing)

    def last_note(self, keys: Sequence[str], since: datetime, now: datetime) -> str:
        """Returns the note on the last action with any of these keys. Empty if there was none."""
        recent = [each for each in self._known_sums(keys, now) if each.at and each.at > since]
        return max(recent, key=attrgetter("at")).note if recent else ""

    def sums(self, keys: Sequence[str], now: datetime) -> tuple[int, int]:
        """Returns the numbers of actions with these keys, in total and within the last hour."""
        key_sums = self._known_sums(keys, now)
        return sum(each.used for each in key_sums), sum(each.hour for each in key_sums)

    def _read(self, statement: Prepared, values: Mapping[str, Any]) -> list[Any]:
        return self._connection.rows(
            statement, values, apart=self._changed.isdisjoint(values["keys"])
        )

    def _known_sums(self, keys: Sequence[str], now: datetime) -> list[Sums]:
        """Returns the cached sums of each key. Hardly any action expires within their minute."""
        self.prefetch_sums(keys, now)
        return [self._sums[key] for key in keys]
