"""The locks of a unit of work on PostgreSQL, taken so that no two ever wait for one another.

A unit of work waits only for locks that come after all those it holds, in an order that all share;
any other lock is taken if it is free. If it isn't, all is to be done again, that lock first.
On SQLite a unit of work has the whole database from its beginning.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Executable, String, bindparam, func, select


class LockKind(IntEnum):
    """The kinds of locks, in the order in which they are taken."""

    LETTER = 0
    """A letter that may come to two nodes."""
    BOARD = 1
    PLAYER = 2
    COUNT = 3
    """A count that is checked before more is counted."""
    NUMBERS = 4
    """The numbers of new boards of a game."""
    RATING = 5
    LAST_LETTER = 6
    """The time of a player's last letter, which is never waited for."""


class LockKey(NamedTuple):
    """The name of a lock, by which locks are ordered."""

    kind: LockKind
    name: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        """The text whose hash is the number of an advisory lock."""
        return f"{self.kind.name} {self.number} {self.name}"


class Conflict(Exception):
    """Another transaction is in the way, or was quicker; the work must be done again."""

    def __init__(self, reason: str, wanted: LockKey | None = None) -> None:
        super().__init__(reason)
        self.wanted = wanted
        """The lock with which the work is to begin when it is done again."""


def is_free(name: str) -> ColumnElement[bool]:
    """Returns the condition that takes the advisory lock with this parameter, if it is free."""
    return func.pg_try_advisory_xact_lock(_number(name))


def _number(name: str) -> ColumnElement[int]:
    return func.hashtextextended(bindparam(name, type_=String), 0)


WAIT = select(func.pg_advisory_xact_lock(_number("lock")))
ATTEMPT = select(is_free("lock"))


class Locks:
    """The locks that a unit of work holds."""

    def __init__(self, connection: Connection) -> None:
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
        if self._connection.execute(statement, {"lock": key.text}).scalar() is False:
            raise Conflict("another has this lock", key)
        self.record(key)

    def take_row(
        self, key: LockKey, wait: Executable, attempt: Executable, values: dict[str, Any]
    ) -> bool:
        """Locks a row; returns False if there is none, or it is locked and can't be waited for.

        `wait` and `attempt`: the statements that wait for the row, and that skip a locked one.
        """
        if not self.needed or self.holds(key):
            return True
        statement = wait if self.may_wait_for(key) else attempt
        if self._connection.execute(statement, values).first() is None:
            return False
        self.record(key)
        return True

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Forgets the locks that were taken since, when the savepoint is undone."""
        held = len(self._held)
        try:
            yield
        except BaseException:
            del self._held[held:]
            raise
        self._lasting += self._held[held:]
