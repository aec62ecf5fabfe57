"""The repository of letters already processed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Select, String, bindparam, func, select, true

from storage.sql.locks import LockKey, LockKind, Locks, is_free
from storage.sql.upserts import INSERTS
from storage.tables import letters
from storage.tables.columns import Moment

SEEN = select(letters.c.key).where(letters.c.key.in_(bindparam("keys", expanding=True)))

_ROW = select(bindparam("key", type_=String), bindparam("at", type_=Moment))
ROWS: dict[str, Select[str, datetime]] = {
    "sqlite": _ROW.where(true()),
    # no row if another transaction has the lock: an insert would wait for its end
    "postgresql": _ROW.where(is_free("lock")),
}
INSERT = {
    dialect: insert(letters)
    .from_select(["key", "at"], ROWS[dialect])
    .on_conflict_do_nothing()
    .returning(letters.c.key)
    for dialect, insert in INSERTS.items()
}
"""The statements by dialect; made once, as making one costs as much as executing it."""


class SeenMailRepository:
    """The repository of keys of letters."""

    def __init__(self, connection: Connection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks

    def knows(self, keys: Sequence[str]) -> bool:
        """Returns True if a letter with one of these keys was recorded."""
        return self._connection.execute(SEEN, {"keys": list(keys)}).first() is not None

    def last(self) -> datetime | None:
        """Returns the time at which the last letter was processed; None if none is remembered."""
        return self._connection.execute(select(func.max(letters.c.at))).scalar()

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Records the first of a letter's keys; returns True if none of them was known."""
        if keys[1:] and self._connection.execute(SEEN, {"keys": keys[1:]}).first():
            return False  # seen under a key that was in use earlier
        lock = LockKey(LockKind.LETTER, keys[0])
        if self._insert(lock, at):
            self._locks.record(lock)
            return True
        if self._locks.holds(lock) or not self._locks.needed or self.knows(keys[:1]):
            return False
        self._locks.take(lock)  # another transaction handles it now
        return self._insert(lock, at)

    def _insert(self, lock: LockKey, at: datetime) -> bool:
        values = {"key": lock.name, "at": at}
        if self._locks.needed:
            values["lock"] = lock.text
        new = INSERT[self._connection.dialect.name]
        return self._connection.execute(new, values).first() is not None
