"""Interface of the repository of finished games by position."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbm.explored_moves import PlayedMove


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """A finished board."""

    id: int
    game: str
    number: int
    checksum: str


@dataclass(frozen=True, slots=True)
class Look:
    """A look at all boards: those with greater ids are new, and others may have changed since."""

    newest: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Results:
    """The results of some games."""

    games: int
    won: tuple[int, ...]
    """The number of games that each seat has won."""
    drawn: int

    @classmethod
    def sum(cls, seats: int, results: "Iterable[Results]") -> "Results":
        """Returns the results of all games; `seats`: the number of seats."""
        found = list(results)
        won = tuple(sum(each.won[seat] for each in found) for seat in range(seats))
        return cls(sum(each.games for each in found), won, sum(each.drawn for each in found))


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move that was made in a position, with the games in which it was."""

    move: str
    """In canonical notation, or `pbm.explored_moves.END`."""
    results: Results
    players: tuple[tuple[str, int], ...]
    """The players who made it, with the numbers of their games, the highest first."""


@dataclass(frozen=True, slots=True)
class ExploredGame:
    """A finished game that came to a position."""

    number: int
    players: tuple[str, ...]
    """Userids, by seat."""
    winners: tuple[int, ...]
    """The seats that came first; none in a draw."""


@dataclass(frozen=True, slots=True)
class ExploredStart:
    """A start from which games began."""

    board: int
    """The number of the first board that began so."""
    games: int


class ExploredGames(Protocol):
    """The repository of finished games by position.

    Only games count that are finished, that everybody may see, and whose log is as it was when
    their moves were put here.
    """

    def waiting(
        self, limit: int, after: int = 0, looked: Look | None = None
    ) -> Sequence[FinishedBoard]:
        """Returns finished boards whose moves aren't here, or only those of another log.

        They have ids after the given one, and come in their order. `looked`: an earlier look, since
        which they are new or have changed.
        """
        ...

    def look(self, at: datetime) -> Look:
        """Returns a look at the boards that there are now, which have all changed before this."""
        ...

    def put(self, board: FinishedBoard, moves: Iterable[PlayedMove]) -> None:
        """Puts a board's moves in the place of those that are here."""
        ...

    def results(self, position: str, seats: int) -> Results:
        """Returns the results of all games that came to a position."""
        ...

    def moves(self, position: str, seats: int, to_move: int) -> Sequence[ExploredMove]:
        """Returns the moves made in a position, the most played first, and the ends there.

        `seats`: the number of the game's seats. `to_move`: the seat that makes these moves.
        """
        ...

    def repeats(self, position: str) -> bool:
        """Returns True if a game came to the position more than once."""
        ...

    def latest(self, position: str, limit: int) -> Sequence[ExploredGame]:
        """Returns the games that came to a position, those that began last first."""
        ...

    def starts(self, game: str, limit: int) -> Sequence[ExploredStart]:
        """Returns the starts of a game that were played most."""
        ...
