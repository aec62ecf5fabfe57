"""Keyed hashes of the Message-IDs and contents of emails that were handled."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, bindparam, func, insert, select, true

from storage.sql.connection import WorkConnection
from storage.sql.inserts import INSERTS, Insert
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import IS_FREE, Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.columns import Moment
from storage.tables.mail import seen_mails

SEEN = Prepared(
    select(seen_mails.c.key).where(seen_mails.c.key.in_(bindparam("keys", expanding=True)))
)
_ROW = select(bindparam("key", type_=String), bindparam("at", type_=Moment))
RECORD = Prepared(insert(seen_mails), columns=("key", "at"))


def _insert_statement(new: Insert, condition: ColumnElement[bool]) -> Any:
    """Returns a statement that records a key. It returns a row if the key is new."""
    inserted = new.from_select(["key", "at"], _ROW.where(condition))
    return inserted.on_conflict_do_nothing().returning(seen_mails.c.key)


INSERT = Prepared(
    _insert_statement(INSERTS["sqlite"](seen_mails), true()),
    # If another transaction has the lock, insert nothing, because an insert would wait.
    postgresql=lambda: _insert_statement(INSERTS["postgresql"](seen_mails), IS_FREE),
)


class SeenMailRepository:
    """Keys of emails that were handled."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks
        self._prefetched: Prefetched[str, bool] = connection.prefetched(SEEN)
        """Whether each key was recorded, for emails that this transaction has locked."""

    def prefetch(self, seen_mails: Sequence[Sequence[str]]) -> None:
        """Reads and caches which of these emails were handled, for `first_time`.

        `seen_mails`: the keys of each email.
        """
        held = self._hold_free([keys[0] for keys in seen_mails])
        keys = [key for each in seen_mails if each[0] in held for key in each]
        if keys:
            seen = {row.key for row in self._connection.rows(SEEN, {"keys": keys})}
            self._prefetched.add({key: key in seen for key in keys})

    def _hold_free(self, names: Sequence[str]) -> set[str]:
        """Locks the emails that no other transaction has locked, and returns their names."""
        if not self._locks.needed:
            return set(names)
        return self._locks.take_free([LockKey(LockKind.MAIL, name) for name in names])

    def knows(self, keys: Sequence[str]) -> bool:
        """Whether an email with one of these keys was recorded."""
        return self._connection.first(SEEN, {"keys": keys}) is not None

    def last(self) -> datetime | None:
        """Returns the time at which the last email was handled, or None if none is recorded."""
        return self._connection.execute(select(func.max(seen_mails.c.at))).scalar()

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Records the first of an email's keys. Returns whether all of its keys are new."""
        if all(key in self._prefetched for key in keys):
            return not any(self._prefetched[key] for key in keys) and self._record(keys[0], at)
        if keys[1:] and self._connection.first(SEEN, {"keys": keys[1:]}):
            return False  # It was recorded under a digest that was made with a former key.
        lock = LockKey(LockKind.MAIL, keys[0])
        if self._insert(lock, at):
            self._locks.record(lock)
            return True
        # No row was inserted: the key exists, or another transaction has its lock.
        if self._locks.holds(lock) or not self._locks.needed or self.knows(keys[:1]):
            return False
        self._locks.take(lock)  # This waits for the transaction that handles the email now.
        return self._insert(lock, at)

    def _record(self, key: str, at: datetime) -> bool:
        """Records a new key, and returns True."""
        self._connection.queue(RECORD, {"key": key, "at": at}, still_valid=[self._prefetched])
        self._prefetched.change(key, value=True)
        return True

    def _insert(self, lock: LockKey, at: datetime) -> bool:
        values = {"key": lock.name, "at": at}
        if self._locks.needed:
            values["lock"] = lock.text
        return self._connection.first(INSERT, values) is not None
