"""The names of locks, and the order in which all take them."""

from enum import IntEnum
from typing import NamedTuple


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
