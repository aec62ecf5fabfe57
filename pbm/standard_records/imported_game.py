"""A game as a record describes it: options, moves, players and result."""

import re
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, auto
from typing import Any

from pbm.errors import ParseError
from pbm.standard_records.notated_game import NotatedGame
from pbm.wording import shown

DATE = re.compile(r"(\d{4})(?:[-./](\d{1,2})(?:[-./](\d{1,2}))?)?")
BOARD = re.compile(r"Board (\d{1,9})")


class Ending(Enum):
    """How a game ended, if it didn't end by its rules."""

    RESIGNED = auto()
    FORFEITED = auto()
    AGREED = auto()
    """The players agreed on a draw."""
    DECIDED = auto()
    """The record gives a result, but not how it came about."""


@dataclass(frozen=True, slots=True)
class RecordedResult:
    text: str = ""
    """The result as the record writes it, such as `1-0` or `B+2.5`."""
    places: tuple[int, ...] = ()
    """The place of each seat. Empty if the game isn't over."""
    ending: Ending = Ending.DECIDED


@dataclass(frozen=True, slots=True)
class RecordedGame:
    options: Any
    moves: tuple[str, ...]
    """The moves in any spelling that the game reads."""
    players: tuple[str, ...]
    """The names in the record, by seat."""
    result: RecordedResult = field(default_factory=RecordedResult)
    begun: date | None = None
    site: str = ""
    """The address of the server that wrote the record, or another place."""
    number: int = 0
    """The board's number, or 0 if the record isn't from such a server."""


def date_in(notated: NotatedGame, tag: str) -> date | None:
    """Returns the first date in a tag. An unknown month or day is 1.

    Returns None if there is no year. Raises ParseError for a date that doesn't exist.
    """
    found = DATE.match(notated.tag(tag))
    if not found:
        return None
    year, month, day = (int(number or 1) for number in found.groups())
    try:
        return date(year, month, day)
    except ValueError:
        raise ParseError(
            f'The date "{shown(found[0])}" doesn\'t exist. Correct the {tag} tag.'
        ) from None


def board_number(text: str) -> int:
    """Returns the number in a title such as `Board 101`, or 0."""
    found = BOARD.fullmatch(text)
    return int(found[1]) if found else 0
