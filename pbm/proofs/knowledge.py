"""Knowledge about games, in addition to their rules, that helps to prove values.

Each such game has a module of its name in this folder with a subclass of `Knowledge`. The default
methods mean that nothing is known.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any

from pbm.proofs.search.race import Race
from pbm.proofs.tables.retrograde import Graph
from pbm.proofs.tables.retrograde_waves import StoredScores, WaveAnalysis


class PositionNumbering(ABC):
    """Assigns a number to every position that can be reached from a given one.

    Symmetric positions may share a number.
    """

    key: str
    """Key of the table that contains these positions. It consists of letters, digits and dashes."""
    placements: int
    """The number of positions, including symmetric ones."""
    version: int
    """The version of the rules. A table of another version is treated as missing."""

    @abstractmethod
    def number(self, position: Any) -> int:
        """Returns the index of a position in the table."""


class Numbering(PositionNumbering):
    """Assigns numbers to so few positions that their table can be made in memory."""

    entries: int
    """The number of the table's entries. Symmetric positions share one."""
    kept: bool = False
    """Whether to store the table. This is for tables that take a long time to make and are few."""

    @abstractmethod
    def graph(self) -> Graph:
        """Returns the graph of all positions and the moves between them."""


class StoredNumbering(PositionNumbering):
    """Assigns numbers to too many positions for memory. An admin makes their table once."""

    @abstractmethod
    def entries(self) -> int:
        """Returns the number of a table's entries."""

    @abstractmethod
    def analysis(self, scores: StoredScores) -> WaveAnalysis:
        """Returns the analysis that fills `scores`, an array with one score for each entry."""

    @abstractmethod
    def sample(self, chance: Random) -> Any:
        """Returns a random position. The game may be over."""


class Knowledge:
    """The knowledge about one game for two players."""

    def numbering(self, position: Any) -> Numbering | None:
        """Returns the numbering of the position's table, or None if it would be too large."""
        return None

    def stored_numbering(self, position: Any) -> StoredNumbering | None:
        """Returns the numbering of the position's table if admins can make one, or None."""
        return None

    def stored_starts(self) -> Iterator[str]:
        """Yields the options, as typed, of the starts whose tables admins can make."""
        yield from ()

    def starts(self) -> Iterator[str]:
        """Yields the options, as typed, of the starts for which a search may find a proof."""
        yield from ()

    def race(self, position: Any) -> Race | None:
        """Returns the position as a race, or None if the game isn't a race."""
        return None

    def check_has_race(self, position: Any) -> Race:
        """Returns the position as a race. The game must be a race."""
        race = self.race(position)
        assert race is not None  # noqa: S101 - called for those games alone
        return race

    def text(self, position: Any) -> str:
        """Returns a position in one line, with the turn, for a certificate."""
        raise NotImplementedError

    def mirrored(self, position: Any) -> int | None:
        """Returns the last square's number if every move can be answered by the opposite square.

        The numbers of a square and its opposite add up to it. Returns None if there isn't always
        such an answer.
        """
        return None
