"""The names of locks, and the order in which every transaction takes them."""

from enum import IntEnum
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, TextClause, select


class LockKind(IntEnum):
    """The kinds of locks, in the order in which transactions take them."""

    MAIL = 0
    """The lock of an incoming email, because two nodes may receive the same email."""
    BOARD = 1
    PLAYER = 2
    COUNT = 3
    """The lock of a count. It is taken before the count is checked and increased."""
    SEEKS = 4
    """The lock of all seeks. Without it, two seeks that fit could begin at the same time and miss
    each other.
    """
    TOURNAMENT = 5
    """The lock of a tournament's state."""
    NUMBERS = 6
    """The lock of the numbers of new boards of a game."""
    RATING = 7
    LADDER = 8
    """The lock of a game's ladder."""
    LAST_MAIL = 9
    """The lock of the time of a player's last email. No transaction waits for it."""


class LockKey(NamedTuple):
    """The name of a lock. Locks are sorted by their names."""

    kind: LockKind
    name: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        """The text whose hash is the number of an advisory lock."""
        return f"{self.kind.name} {self.number} {self.name}"


class Conflict(Exception):
    """Another transaction has a lock, or was faster. The work must be done again."""

    def __init__(self, reason: str, first_lock: LockKey | None = None) -> None:
        super().__init__(reason)
        self.first_lock = first_lock
        """The lock to take first when the work runs again."""


def in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> ColumnElement[bool]:
    """Returns the condition of an UPDATE that locks these rows in the order of their ids."""
    return id.in_(rows_in_order(id, *which).correlate(None))


def rows_in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> Select[Any]:
    """Returns a query that locks these rows in the order of their ids, and returns the ids.

    PostgreSQL would lock them in the order of its query plan. Two transactions that change the same
    rows could then wait for each other, so every transaction locks rows in the order of their ids.
    """
    return select(id).where(*which).order_by(id).with_for_update()
