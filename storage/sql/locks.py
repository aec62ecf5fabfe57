"""The locks of a unit of work on PostgreSQL, taken so that no two ever wait for one another.

A unit of work waits only for locks that come after all those it holds, in an order that all share;
any other lock is taken if it is free. If it isn't, all is to be done again, that lock first. On
SQLite a unit of work has the whole database from its beginning.
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
"""The condition that takes the advisory lock with the parameter `lock`, if it is free."""
ATTEMPT = Prepared(select(IS_FREE), locks=True)


class Locks:
    """The locks that a unit of work holds."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self.needed = connection.dialect.name == "postgresql"
        """False where others can't change anything meanwhile."""
        self._held: list[LockKey] = []
        self._lasting: list[LockKey] = []
        """The locks of savepoints within others, when they were released.

        From then on PostgreSQL has others wait for the end of the whole transaction, even when the
        outer savepoint is undone, and gives the row back.
        """

    def holds(self, key: LockKey) -> bool:
        """Returns True if this lock is held already."""
        return key in self._held

    def may_wait_for(self, key: LockKey) -> bool:
        """Returns True if nobody who holds this lock can wait for one that is held here."""
        return all(own < key for own in (*self._held, *self._lasting))

    def record(self, *keys: LockKey) -> None:
        """Records that these locks are held, until the transaction or its savepoint ends."""
        self._held += keys

    def take(self, key: LockKey) -> None:
        """Takes a lock that is nothing but a name; raises Conflict if it can't be waited for."""
        if not self.needed or self.holds(key):
            return
        statement = WAIT if self.may_wait_for(key) else ATTEMPT
        if self._connection.value(statement, {"lock": key.text}) is False:
            raise Conflict("another has this lock", key)
        self.record(key)

    def take_free(self, keys: Sequence[LockKey]) -> set[str]:
        """Takes the free ones of these locks, which are mere names; returns their names."""
        names = {key.text: key for key in keys}
        rows = self._connection.rows(FREE, {"locks": [*names]}) if names else ()
        taken = [names[row.lock] for row in rows if row.is_free]
        self.record(*taken)
        return {key.name for key in taken}

    def take_row(
        self, key: LockKey, wait: Prepared, attempt: Prepared, values: dict[str, Any]
    ) -> bool:
        """Locks a row; returns False if there is none, or it is locked and can't be waited for.

        `wait` and `attempt`: the statements that wait for the row, and that skip a locked one.
        """
        if not self.needed or self.holds(key):
            return True
        statement = wait if self.may_wait_for(key) else attempt
        if self._connection.first(statement, values) is None:
            return False
        self.record(key)
        return True

    def begin_savepoint(self) -> int:
        """Returns the number of locks that are held as a savepoint begins."""
        return len(self._held)

    def undo_savepoint(self, held: int) -> None:
        """Forgets the locks that were taken since."""
        del self._held[held:]

    def release_savepoint(self, held: int) -> None:
        """Lets the locks that were taken since last."""
        self._lasting += self._held[held:]
