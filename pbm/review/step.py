"""A move as those see it who look for facts about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pbm.games import AnyGame
from pbm.proofs.value import Result, Value
from pbm.squares import bits

# The value of a position or a move to one player: proved, or estimated by a robot.


WORTH = {Result.WON: 1.0, Result.DRAWN: 0.5, Result.LOST: 0.0}


@dataclass(frozen=True, slots=True)
class Assessment:
    """A value as one player sees it; both fields are None if nothing is known."""

    proved: Value | None = None
    """The proved value, counted from the position before the move."""
    estimate: float | None = None
    """A robot's estimate from 0 to 1, the best, where nothing is proved."""

    @property
    def known(self) -> bool:
        """True if there is a value or an estimate."""
        return self.proved is not None or self.estimate is not None

    @property
    def worth(self) -> float:
        """The value as a number from 0 to 1, for comparisons; unknown ones count as even."""
        if self.proved is not None:
            return WORTH[self.proved.result]
        return 0.5 if self.estimate is None else self.estimate


UNKNOWN = Assessment()


def short_words(assessment: Assessment, played: int) -> str:
    """Returns `wins #19`, `draws`, `~62` or similar; `played`: the moves made before."""
    if assessment.proved is not None:
        return _short_value(assessment.proved, played)
    if assessment.estimate is None:
        return ""
    return f"~{round(100 * assessment.estimate)}"


def _short_value(value: Value, played: int) -> str:
    words = {Result.WON: "wins", Result.LOST: "loses", Result.DRAWN: "draws"}[value.result]
    return words if value.plies is None else f"{words} #{played + value.plies}"


# A move as those see it who look for facts about it.


class Step(NamedTuple):
    """A move: the positions before and after it, and its player."""

    game: AnyGame
    before: Any
    after: Any
    seat: int
    names: Sequence[str]
    """The players' names, by seat."""

    @property
    def mover(self) -> str:
        """The name of the player who made the move."""
        return self.names[self.seat]

    @property
    def opponent(self) -> str:
        """The name of the other player, in a game of two."""
        return self.names[1 - self.seat]

    def whose(self, seat: int) -> str:
        """Returns `alice's own` for the mover, `bob's` for another seat."""
        return f"{self.names[seat]}'s own" if seat == self.seat else f"{self.names[seat]}'s"


def winning_moves(game: AnyGame, position: Any) -> Iterator[Any]:
    """Yields the moves by which the player to move wins at once."""
    seat = game.to_move(position)
    for move in game.moves(position):
        outcome = game.outcome(game.play(position, move))
        if outcome and outcome.winners == (seat,):
            yield move


def can_win(game: AnyGame, position: Any) -> bool:
    """Returns True if the player to move can win at once."""
    return next(winning_moves(game, position), None) is not None


def reason_after(game: AnyGame, position: Any, move: Any) -> str:
    """Returns the reason for which the game is over after a move; empty if it goes on."""
    outcome = game.outcome(game.play(position, move))
    return outcome.reason if outcome else ""


# The squares that a piece can still come to, if no other piece moves.


def region(steps: Any, free: int, square: int) -> int:
    """Returns the free squares within reach by any number of steps; `steps`: those from each."""
    found, edge = 0, 1 << square
    while edge:
        near = 0
        for each in bits(edge):
            near |= steps[each]
        edge = near & free & ~found
        found |= edge
    return found


def have_come_apart(before: Sequence[int], after: Sequence[int]) -> bool:
    """Returns True if two regions shared squares, and share none now."""
    return bool(before[0] & before[1]) and not after[0] & after[1]
