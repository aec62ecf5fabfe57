"""Events of tournaments.

Each event is one line of the log. It identifies players by their ids.
"""

from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import Self

from pbm.errors import ParseError

PLAYED, ADJUDICATED, UNFINISHED, WITHDRAWN = "played", "adjudicated", "unfinished", "withdrawn"
"""Reasons of results. A game that ends by a withdrawal before all players have moved isn't
`played`.
"""
DISQUALIFIED = "disqualified"
"""Reason of a withdrawal that an admin imposed as a penalty."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The players of a game, by seat. A single player has a bye."""

    players: tuple[int, ...]
    group: int = 0
    """Number of the group or of the knock-out match, from 1. 0 if the tournament has none."""

    @classmethod
    def read(cls, word: str) -> Self:
        """Returns the pairing in a word such as `3-5`, or `2:3-5` for group 2."""
        group, _, players = word.rpartition(":")
        return cls(tuple(map(int, players.split("-"))), int(group or 0))

    def write(self) -> str:
        """Returns the word for a pairing. `read` is the inverse."""
        players = "-".join(map(str, self.players))
        return f"{self.group}:{players}" if self.group else players


@dataclass(frozen=True, slots=True)
class Enter:
    """A player joined: `enter ID`."""

    player: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player left before the tournament began: `leave ID`."""

    player: int


@dataclass(frozen=True, slots=True)
class Begin:
    """The tournament began, and entries closed: `begin SEED ID ID ...`."""

    seed: int
    players: tuple[int, ...]
    """The players in the order of their seeding."""


@dataclass(frozen=True, slots=True)
class BeginRound:
    """A round began: `round NUMBER BEGAN ENDS PAIRING ...`."""

    number: int
    began: datetime
    ends: datetime
    pairings: tuple[Pairing, ...]
    """The games, numbered from 1, followed by the byes."""


@dataclass(frozen=True, slots=True)
class Prolong:
    """The open round ends later, because the game wasn't served for a time: `prolong SECONDS`."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Result:
    """A game of a round ended: `result ROUND GAME PLACES WHY`."""

    round: int
    game: int
    places: tuple[int, ...]
    """The place of each seat, as in `Outcome.places`. All places are 0 if nobody gets points."""
    why: str
    """PLAYED, ADJUDICATED, UNFINISHED or WITHDRAWN."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """A finished game continues, because an admin undid its end: `reopen ROUND GAME`."""

    round: int
    game: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """A player left after the tournament began: `withdraw ID WHY`."""

    player: int
    why: str


@dataclass(frozen=True, slots=True)
class End:
    """All rounds were played: `end`."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """The tournament was cancelled before it began or while it was running: `cancel`."""


TournamentEvent = (
    Enter | Leave | Begin | BeginRound | Prolong | Result | Reopen | Withdraw | End | Cancel
)


def write_event(event: TournamentEvent) -> str:
    """Returns the line of an event. `read_event` is the inverse."""
    match event:
        case Begin(seed, players):
            return " ".join(("begin", str(seed), *map(str, players)))
        case BeginRound(number, began, ends, pairings):
            words = (pairing.write() for pairing in pairings)
            return " ".join(("round", str(number), began.isoformat(), ends.isoformat(), *words))
        case Result(round, game, places, why):
            return f"result {round} {game} {'-'.join(map(str, places))} {why}"
        case _:
            return " ".join((type(event).__name__.lower(), *map(str, astuple(event))))


def read_event(line: str) -> TournamentEvent:
    """Returns the event in a line. Raises ParseError."""
    try:
        return _read(line.split(" "))
    except ValueError:
        raise ParseError(f'"{line}" isn\'t a valid tournament event.') from None


def _read(words: list[str]) -> TournamentEvent:
    match words:
        case [("enter" | "leave" | "prolong") as what, number]:
            return _OF_NUMBERS[what](int(number))
        case ["begin", seed, *players]:
            return Begin(int(seed), tuple(map(int, players)))
        case ["round", number, began, ends, *pairings]:
            times = datetime.fromisoformat(began), datetime.fromisoformat(ends)
            return BeginRound(int(number), *times, tuple(map(Pairing.read, pairings)))
        case ["result", round, game, places, *why]:
            by_seat = tuple(map(int, places.split("-")))
            return Result(int(round), int(game), by_seat, " ".join(why))
        case ["reopen", round, game]:
            return Reopen(int(round), int(game))
        case ["withdraw", player, *why]:
            return Withdraw(int(player), " ".join(why))
        case ["end"]:
            return End()
        case ["cancel"]:
            return Cancel()
    raise ValueError(words)


_OF_NUMBERS: Mapping[str, Callable[[int], TournamentEvent]] = {
    "enter": Enter,
    "leave": Leave,
    "prolong": Prolong,
}
