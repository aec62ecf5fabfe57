"""What must be known of a game, besides its rules, to prove things about it.

Each game of which something is known has a module of its name in this folder, with a subclass of
`Knowledge`; what isn't overridden isn't known.
"""

from abc import ABC, abstractmethod
from typing import Any

from pbm.proofs.race import Race
from pbm.proofs.retrograde import Graph


class Numbering(ABC):
    """All positions that can come of one, by number: a table has an entry for each."""

    key: str
    """The same for all positions that share a table; letters, digits and dashes."""
    placements: int
    """How many there are."""
    version: int
    """Of the rules by which the table is made."""
    kept: bool = False
    """Whether the table is worth keeping: few keys, each dear."""

    @abstractmethod
    def number(self, position: Any) -> int:
        """A position's place in the table."""

    @abstractmethod
    def graph(self) -> Graph:
        """All positions, and the moves between them."""


class Knowledge:
    """What is known of a game of two players."""

    def numbering(self, position: Any) -> Numbering | None:
        """The numbering of a position's table; None where there are too many for one."""
        return None

    def walk(self, position: Any) -> Race | None:
        """The position as a race of two walkers; None for games that are none."""
        return None

    def demand_walk(self, position: Any) -> Race:
        """The same for games that are known to be races."""
        walk = self.walk(position)
        assert walk is not None  # noqa: S101 - asked for of those games alone
        return walk

    def mirrored(self, position: Any) -> int | None:
        """The number of the last square, where the opposite square is an answer to every move.

        A square and its opposite have numbers of this sum. None where there is no such answer.
        """
        return None
