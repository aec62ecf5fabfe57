"""The names of locks, and the order in which all take them."""

from enum import IntEnum
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, TextClause, select


class LockKind(IntEnum):
    """The kinds of locks, in the order in which they are taken."""

    MAIL = 0
    """A mail that may come to two nodes."""
    BOARD = 1
    PLAYER = 2
    COUNT = 3
    """A count that is checked before more is counted."""
    SEEKS = 4
    """All seeks: two that fit must not begin at once without seeing each other."""
    TOURNAMENT = 5
    """The state of a tournament."""
    NUMBERS = 6
    """The numbers of new boards of a game."""
    RATING = 7
    LADDER = 8
    """The places of a game's ladder."""
    LAST_MAIL = 9
    """The time of a player's last mail, which is never waited for."""


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


def in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> ColumnElement[bool]:
    """Returns the condition of an UPDATE for these rows that locks them in order."""
    return id.in_(rows_in_order(id, *which).correlate(None))


def rows_in_order(id: Column[Any], *which: ColumnElement[bool] | TextClause) -> Select[Any]:
    """Returns the query of the ids of these rows that locks them in order.

    PostgreSQL would lock them in the order of its plan. Two transactions that change the same rows
    could then wait for one another, so every transaction locks rows in the order of their ids.
    """
    return select(id).where(*which).order_by(id).with_for_update()
