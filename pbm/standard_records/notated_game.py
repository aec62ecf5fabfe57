"""A game as a file in a standard format contains it, before its moves are checked by rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class NotatedMove(NamedTuple):
    text: str
    color: str = ""
    """`B` or `W` in SGF. Empty in other formats."""


@dataclass(frozen=True, slots=True)
class NotatedGame:
    form: str
    """The format: `pgn`, `pdn` or `sgf`."""
    tags: Mapping[str, tuple[str, ...]]
    """The tags of PGN, or the properties before the first move of SGF. Only SGF has tags with
    several values.
    """
    moves: tuple[NotatedMove, ...]

    def tag(self, name: str) -> str:
        """Returns the first value of a tag, or an empty string."""
        return self.tags.get(name, ("",))[0].strip()

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves without their colors."""
        return tuple(move.text for move in self.moves)
