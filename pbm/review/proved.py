"""The proved values of the positions of a game, and moves that keep them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.game_values import review_values, value_of
from pbm.proofs.proving import Tables, prove
from pbm.proofs.value import Result, Value
from pbm.review.assessment import WORTH
from pbm.search_budget import SearchBudget

MAX_LINE = 8
"""The most moves of best play that are told."""
NOTABLE_PLIES = 4
"""The least number of plies by which a win is called slow, or a loss quick."""


@dataclass(frozen=True, slots=True)
class ProvedMove:
    """The values of a move to its player, as far as they are proved."""

    before: Value | None = None
    after: Value | None = None
    """The value of the move, counted from the position before it."""

    @property
    def lost(self) -> bool:
        """True if the move worsened the result."""
        if self.before is None or self.after is None:
            return False
        return WORTH[self.after.result] < WORTH[self.before.result]

    @property
    def slow(self) -> bool:
        """True if the result is the same, but another move wins much sooner or loses much later."""
        if self.before is None or self.after is None or self.before.result is not self.after.result:
            return False
        if self.before.plies is None or self.after.plies is None:
            return False
        return abs(self.after.plies - self.before.plies) >= NOTABLE_PLIES

    @property
    def is_short(self) -> bool:
        """True if best play after the move is short."""
        plies = None if self.after is None else self.after.plies
        return plies is not None and plies <= MAX_LINE + 1

    @property
    def sank(self) -> bool:
        """True if nothing is proved before the move, and a loss after it."""
        return self.before is None and self.after is not None and self.after.result is Result.LOST

    @property
    def unproved(self) -> bool:
        """True if a proved win was given up for a position of which nothing is proved."""
        return self.before is not None and self.before.result is Result.WON and self.after is None


@dataclass(frozen=True)
class Proofs:
    """Proves what a review asks."""

    game: AnyGame
    budget: SearchBudget
    """The budget for values."""
    later: SearchBudget
    """The budget for better moves and lines, which are asked for once the values are known."""
    tables: Tables

    def moves(self, positions: Sequence[Any], start: Value | None) -> list[ProvedMove]:
        """Returns the values of the moves between these positions, of a game of two.

        `start`: the known value of the first position, if there is any.
        """
        if len(self.game.seats) != 2:
            return [ProvedMove()] * (len(positions) - 1)
        values = review_values(self.game, positions, self.budget, self.tables)
        values[0] = values[0] or start
        return [
            _joined(before, after.before if after else None) for before, after in pairwise(values)
        ]

    def better(self, position: Any, value: Value) -> tuple[Any, Value] | None:
        """Returns a move that keeps this value of a position, and its value; None if not found."""
        proof = prove(self.game, position, self.later, self.tables)
        if proof is None or not proof.line:
            return None
        move = self.game.read(position, proof.line[0])
        found = self._value_of_move(position, move)
        if found is None or found.result is not value.result or found.plies != value.plies:
            return None
        return move, found

    def _value_of_move(self, position: Any, move: Any) -> Value | None:
        """Returns the value of a move to its player, counted from the position before it."""
        seat = 1 - (self.game.to_move(position) or 0)
        after = self.game.play(position, move)
        value = value_of(self.game, seat, after, self.later, self.tables)
        return value.before if value else None

    def better_moves(
        self, positions: Sequence[Any], moves: Sequence[ProvedMove]
    ) -> Mapping[int, tuple[Any, Value]]:
        """Returns better moves, by the index of the move that was made, as far as they are found.

        Moves that worsened the result come first, and late ones before early ones, as they are
        easier to prove.
        """
        late = [*reversed(list(enumerate(moves)))]
        lost = [number for number, each in late if each.lost]
        slow = [number for number, each in late if each.slow]
        unproved = [number for number, each in late if each.unproved]
        found: dict[int, tuple[Any, Value]] = {}
        for number in (*lost, *slow, *unproved):
            value = moves[number].before
            if value and (better := self.better(positions[number], value)):
                found[number] = better
        return found

    def line(self, position: Any) -> Sequence[str]:
        """Returns best play from a position to its end; nothing if it is long, or not known."""
        proof = prove(self.game, position, self.later, self.tables)
        if proof is None or proof.value.plies is None or proof.value.plies > MAX_LINE:
            return ()
        return proof.line if len(proof.line) == proof.value.plies else ()


def _joined(before: Value | None, after: Value | None) -> ProvedMove:
    """Returns the values of a move: a win proves its position won, a lost position its moves."""
    if before is None and after is not None and after.result is Result.WON:
        before = Value(Result.WON)
    if after is None and before is not None and before.result is Result.LOST:
        after = Value(Result.LOST)
    return ProvedMove(before, after)
