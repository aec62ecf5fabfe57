"""Facts about a game for a record in a standard format, such as PGN."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """A game to be written in a standard format."""

    site: str
    """The server's address."""
    number: int
    """The board's number."""
    players: tuple[str, ...]
    """Userids by seat."""
    begun: date
    options: Any
    moves: Sequence[str]
    """All moves in canonical notation."""
    places: tuple[int, ...]
    """The place of each seat. Empty if the game isn't over."""
    reason: str
    """The reason for the result. Empty if the game isn't over."""
