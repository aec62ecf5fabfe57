"""The knowledge of a game, besides its rules, that proofs use.

Each game with such knowledge has a module of its name in this folder, with a subclass of
`Knowledge`; its defaults mean that nothing is known.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any

from pbm.proofs.search.race import Race
from pbm.proofs.tables.retrograde import Graph
from pbm.proofs.tables.waves import StoredScores, WaveAnalysis


class PositionNumbering(ABC):
    """A numbering of all positions reachable from one; symmetric ones may share a number."""

    key: str
    """The key of all positions that share a table; letters, digits and dashes."""
    placements: int
    """The number of positions."""
    version: int
    """The version of the rules by which the table is made."""

    @abstractmethod
    def number(self, position: Any) -> int:
        """Returns the index of a position in the table."""


class Numbering(PositionNumbering):
    """A numbering of so few positions that their table is made when it is needed."""

    entries: int
    """The number of a table's entries: of positions, as far as they don't share numbers."""
    kept: bool = False
    """True if the table is worth storing: there are few keys, and tables are expensive."""

    @abstractmethod
    def graph(self) -> Graph:
        """Returns the graph of all positions and moves."""


class StoredNumbering(PositionNumbering):
    """A numbering of too many positions for memory: their table is made on demand, and mapped."""

    @abstractmethod
    def entries(self) -> int:
        """Returns the number of a table's entries."""

    @abstractmethod
    def analysis(self, scores: StoredScores) -> WaveAnalysis:
        """Returns the analysis that fills an array of scores, one for each entry."""

    @abstractmethod
    def sample(self, chance: Random) -> Any:
        """Returns a random position, finished or not."""


class Knowledge:
    """The knowledge of a game of two players."""

    def numbering(self, position: Any) -> Numbering | None:
        """Returns the numbering of a position's table; None if there are too many positions."""
        return None

    def stored_numbering(self, position: Any) -> StoredNumbering | None:
        """Returns the numbering of a table that is made on demand; None if there is none."""
        return None

    def stored_starts(self) -> Iterator[str]:
        """Yields the options, as typed, of the starts that have such tables."""
        yield from ()

    def starts(self) -> Iterator[str]:
        """Yields the options, as typed, of the starts that are worth a search."""
        yield from ()

    def race(self, position: Any) -> Race | None:
        """Returns the position as a race; None for games that aren't races."""
        return None

    def check_has_race(self, position: Any) -> Race:
        """Returns the position as a race, of a game that is known to be one."""
        race = self.race(position)
        assert race is not None  # noqa: S101 - called for those games alone
        return race

    def text(self, position: Any) -> str:
        """Returns a position as certificates write it: in one line, with the turn."""
        raise NotImplementedError

    def mirrored(self, position: Any) -> int | None:
        """Returns the last square's number if every move can be answered by the opposite square.

        The numbers of a square and its opposite have this sum. Returns None if there is no such
        answer.
        """
        return None
