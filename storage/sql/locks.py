"""Locks for units of work on PostgreSQL, taken in an order that never causes a deadlock.

All units of work share one order of locks. A unit waits for a lock only if that lock comes after
all locks that the unit already has. Otherwise, it takes the lock only if it is free. If the lock
isn't free, the unit must run again and take that lock first.

On SQLite, a unit of work locks the whole database when it begins.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, String, bindparam, func, select

from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict, LockKey
from storage.sql.prepared import Prepared

_EACH = func.unnest(bindparam("locks", type_=ARRAY(String))).column_valued("lock")
_EACH_IS_FREE = func.pg_try_advisory_xact_lock(func.hashtextextended(_EACH, 0))
FREE = Prepared(select(_EACH.label("lock"), _EACH_IS_FREE.label("is_free")), locks=True)
_NUMBER = func.hashtextextended(bindparam("lock", type_=String), 0)
WAIT = Prepared(select(func.pg_advisory_xact_lock(_NUMBER)), locks=True)
IS_FREE: ColumnElement[bool] = func.pg_try_advisory_xact_lock(_NUMBER)
"""A condition that takes the advisory lock with the parameter `lock` if it is free."""
ATTEMPT = Prepared(select(IS_FREE), locks=True)


class Locks:
    """The locks that a unit of work has."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self.needed = connection.dialect.name == "postgresql"
        """Whether other transactions can run at the same time, which SQLite prevents."""
        self._held: list[LockKey] = []
        self._lasting: list[LockKey] = []
        """Locks that were taken in a savepoint which was released.

        If an outer savepoint is undone, PostgreSQL frees their rows. Transactions that already wait
        for such a lock still wait for the end of this whole transaction.
        """

    def holds(self, key: LockKey) -> bool:
        return key in self._held

    def may_wait_for(self, key: LockKey) -> bool:
        """Whether waiting for this lock can't cause a deadlock."""
        return all(own < key for own in (*self._held, *self._lasting))

    def record(self, *keys: LockKey) -> None:
        """Records that these locks are taken, until the transaction or its savepoint ends."""
        self._held += keys

    def take(self, key: LockKey) -> None:
        """Takes an advisory lock. Raises Conflict if it isn't free and waiting could deadlock."""
        if not self.needed or self.holds(key):
            return
        statement = WAIT if self.may_wait_for(key) else ATTEMPT
        if self._connection.value(statement, {"lock": key.text}) is False:
            raise Conflict("another process holds this lock", key)
        self.record(key)

    def take_free(self, keys: Sequence[LockKey]) -> set[str]:
        """Takes the advisory locks among these that are free, and returns their names."""
        names = {key.text: key for key in keys}
        rows = self._connection.rows(FREE, {"locks": [*names]}) if names else ()
        taken = [names[row.lock] for row in rows if row.is_free]
        self.record(*taken)
        return {key.name for key in taken}

    def take_row(
        self, key: LockKey, wait: Prepared, attempt: Prepared, values: dict[str, Any]
    ) -> bool:
        """Locks a row, and returns whether it did.

        It returns False if the row doesn't exist, or if it is locked and waiting could deadlock.

        `wait`: the statement that waits for the row.
        `attempt`: the statement that skips a locked row.
        """
        if not self.needed or self.holds(key):
            return True
        statement = wait if self.may_wait_for(key) else attempt
        if self._connection.first(statement, values) is None:
            return False
        self.record(key)
        return True

    def begin_savepoint(self) -> int:
        """Returns the number of locks at the beginning of a savepoint, for the next two methods."""
        return len(self._held)

    def undo_savepoint(self, held: int) -> None:
        """Forgets the locks that were taken since the savepoint."""
        del self._held[held:]

    def release_savepoint(self, held: int) -> None:
        """Keeps the locks that were taken since the savepoint."""
        self._lasting += self._held[held:]
