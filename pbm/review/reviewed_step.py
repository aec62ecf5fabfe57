"""A move with its positions and players, and functions to find facts about it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pbm.games import AnyGame
from pbm.geometry.bit_sets import bits


class Step(NamedTuple):
    """A move: the positions before and after it, and the player who made it."""

    game: AnyGame
    before: Any
    after: Any
    seat: int
    names: Sequence[str]
    """The players' names, by seat."""

    @property
    def mover(self) -> str:
        return self.names[self.seat]

    @property
    def opponent(self) -> str:
        """The name of the other player, in a game for two."""
        return self.names[1 - self.seat]

    def whose(self, seat: int) -> str:
        """Returns `alice's own` for the player who made the move, or `bob's` for another player."""
        return f"{self.names[seat]}'s own" if seat == self.seat else f"{self.names[seat]}'s"


def winning_moves(game: AnyGame, position: Any) -> Iterator[Any]:
    """Yields the moves with which the player to move wins immediately."""
    seat = game.to_move(position)
    for move in game.moves(position):
        outcome = game.outcome(game.play(position, move))
        if outcome and outcome.winners == (seat,):
            yield move


def can_win(game: AnyGame, position: Any) -> bool:
    """Whether the player to move can win immediately."""
    return next(winning_moves(game, position), None) is not None


def reason_after(game: AnyGame, position: Any, move: Any) -> str:
    """Returns the reason why the game is over after a move, or an empty string if it isn't."""
    outcome = game.outcome(game.play(position, move))
    return outcome.reason if outcome else ""


def region(steps: Any, free: int, square: int) -> int:
    """Returns the free squares that can be reached by any number of steps.

    `steps`: the squares that are one step away from each square.
    """
    reached, edge = 0, 1 << square
    while edge:
        near = 0
        for place in bits(edge):
            near |= steps[place]
        edge = near & free & ~reached
        reached |= edge
    return reached


def have_come_apart(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether two regions shared squares before, and share none now."""
    return bool(before[0] & before[1]) and not after[0] & after[1]
