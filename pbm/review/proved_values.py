"""The proved values of the positions of a game, and better moves with their lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.game_values import review_values, value_of
from pbm.proofs.proving import Tables, prove
from pbm.proofs.value import Result, Value
from pbm.review.assessment import WORTH
from pbm.search.budget import SearchBudget

MAX_LINE = 8
"""Maximum number of moves of best play that a note shows."""
NOTABLE_PLIES = 4
"""A note calls a move slow if it is at least this many plies slower than the best move."""


@dataclass(frozen=True, slots=True)
class ProvedMove:
    """The proved values before and after a move, for the player who made it."""

    before: Value | None = None
    after: Value | None = None
    """The value of the move. Its distance is counted from the position before the move."""

    @property
    def is_mistake(self) -> bool:
        """Whether the move provably worsened the result."""
        if self.before is None or self.after is None:
            return False
        return WORTH[self.after.result] < WORTH[self.before.result]

    @property
    def is_slow(self) -> bool:
        """Whether another move with the same result wins much sooner or loses much later."""
        if self.before is None or self.after is None or self.before.result is not self.after.result:
            return False
        if self.before.plies is None or self.after.plies is None:
            return False
        return abs(self.after.plies - self.before.plies) >= NOTABLE_PLIES

    @property
    def is_short(self) -> bool:
        """Whether best play after the move has at most MAX_LINE moves."""
        plies = None if self.after is None else self.after.plies
        return plies is not None and plies <= MAX_LINE + 1

    @property
    def is_proved_loss(self) -> bool:
        """Whether the move provably loses, and nothing is proved about the position before it."""
        return self.before is None and self.after is not None and self.after.result is Result.LOST

    @property
    def gave_up_win(self) -> bool:
        """Whether the move gave up a proved win for a position about which nothing is proved."""
        return self.before is not None and self.before.result is Result.WON and self.after is None


@dataclass(frozen=True)
class Proofs:
    """Proves values, better moves and lines for a review."""

    game: AnyGame
    budget: SearchBudget
    """The budget for the values of all positions."""
    later: SearchBudget
    """The budget for better moves and lines. They are searched after the values."""
    tables: Tables

    def moves(self, positions: Sequence[Any], start: Value | None) -> list[ProvedMove]:
        """Returns the values of the moves between these positions.

        In games for three players, all values are unknown.

        `start`: the value of the first position if it is already known.
        """
        if len(self.game.seats) != 2:
            return [ProvedMove()] * (len(positions) - 1)
        values = review_values(self.game, positions, self.budget, self.tables)
        values[0] = values[0] or start
        return [
            _inferred(before, after.before if after else None) for before, after in pairwise(values)
        ]

    def better(self, position: Any, value: Value) -> tuple[Any, Value] | None:
        """Returns a move that keeps this value of a position, and its value.

        Returns None if no such move is found within the budget.
        """
        proof = prove(self.game, position, self.later, self.tables)
        if proof is None or not proof.line:
            return None
        move = self.game.read(position, proof.line[0])
        move_value = self._value_of_move(position, move)
        if (
            move_value is None
            or move_value.result is not value.result
            or move_value.plies != value.plies
        ):
            return None
        return move, move_value

    def _value_of_move(self, position: Any, move: Any) -> Value | None:
        """Returns a move's value for its player. The distance includes the move itself."""
        seat = 1 - (self.game.to_move(position) or 0)
        after = self.game.play(position, move)
        value = value_of(self.game, seat, after, self.later, self.tables)
        return value.before if value else None

    def better_moves(
        self, positions: Sequence[Any], moves: Sequence[ProvedMove]
    ) -> Mapping[int, tuple[Any, Value]]:
        """Returns the better moves that are found, by the index of the move that was made.

        The search begins with moves that worsened the result, followed by slow moves, and then
        moves that gave up a proved win. In each group, it begins with the last moves, because
        better moves are easier to prove there.
        """
        late = [*reversed(list(enumerate(moves)))]
        lost = [number for number, each in late if each.is_mistake]
        slow = [number for number, each in late if each.is_slow]
        unproved = [number for number, each in late if each.gave_up_win]
        better_moves: dict[int, tuple[Any, Value]] = {}
        for number in (*lost, *slow, *unproved):
            value = moves[number].before
            if value and (better := self.better(positions[number], value)):
                better_moves[number] = better
        return better_moves

    def line(self, position: Any) -> Sequence[str]:
        """Returns best play from a position to its end, or nothing if it is long or unknown."""
        proof = prove(self.game, position, self.later, self.tables)
        if proof is None or proof.value.plies is None or proof.value.plies > MAX_LINE:
            return ()
        return proof.line if len(proof.line) == proof.value.plies else ()


def _inferred(before: Value | None, after: Value | None) -> ProvedMove:
    """Returns both values of a move. If possible, one is inferred from the other.

    A winning move proves that the position before it is won. If the position before a move is lost,
    the move loses.
    """
    if before is None and after is not None and after.result is Result.WON:
        before = Value(Result.WON)
    if after is None and before is not None and before.result is Result.LOST:
        after = Value(Result.LOST)
    return ProvedMove(before, after)
