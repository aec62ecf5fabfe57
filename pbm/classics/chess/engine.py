"""A search for moves of chess and its relatives, because random games say little about them.

It is an alpha-beta search with iterative deepening. Where it stops, it still plays out captures.
Values are in pawns, from the view of the side to move.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbm.classics.material import Material
from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.search.budget import BudgetExhausted, SearchBudget
from pbm.search.effort import Effort

WIN = 1000.0
MAX_DEPTH = 60
VARIETY = 0.1
"""Maximum difference of values, in pawns, between moves that are played at random."""
SHARPNESS = 0.5
"""How much a pawn changes the estimated chance of winning."""


def best_move(
    material: Material, position: Position, moves: Sequence[Actions], effort: Effort
) -> Actions:
    """Returns the best of the legal moves, each of which is one action."""
    order, search = [*moves], _search(material, effort)
    chance = random.Random(effort.seed)  # noqa: S311 - no secrets here
    liking = {move: chance.uniform(0, VARIETY) for move in moves}
    try:
        for depth in range(MAX_DEPTH):
            best = -math.inf
            for number, move in enumerate([*order]):
                needed = best - liking[move]
                value = search.value_of(position.state, move[0], depth, -math.inf, -needed)
                if value > needed:
                    best = value + liking[move]
                    order.insert(0, order.pop(number))
    except BudgetExhausted:
        pass
    return order[0]


def estimates(
    material: Material, position: Position, moves: Sequence[Actions], effort: Effort
) -> Sequence[float] | None:
    """Returns the chance of winning after each move, or None if the effort is too small."""
    search, values = _search(material, effort), list[float]()
    try:
        for depth in range(MAX_DEPTH):
            values = [search.value_of(position.state, move[0], depth) for move in moves]
    except BudgetExhausted:
        pass
    return [1 / (1 + math.exp(-SHARPNESS * max(-20, min(20, each)))) for each in values] or None


def _search(material: Material, effort: Effort) -> "ChessSearch":
    return ChessSearch(material, SearchBudget(effort.seconds, effort.positions))


@dataclass
class ChessSearch:
    """A search from one position."""

    material: Material
    budget: SearchBudget
    best: dict[str, int] = field(default_factory=dict)
    """The best action found in each position, to try first."""

    def value_of(
        self, state: Any, action: int, depth: int, low: float = -math.inf, high: float = math.inf
    ) -> float:
        """Returns the value of an action for the side that makes it.

        `low`, `high`: the bounds of the values that matter to the other side.
        """
        after = state.clone()
        after.apply_action(action)
        return -self._value(after, 1 - state.current_player(), depth, low, high)

    def _value(self, state: Any, side: int, depth: int, low: float, high: float) -> float:
        self.budget.spend()
        if state.is_terminal():
            return float(state.returns()[side]) * (WIN + depth)  # quick wins are better
        text = str(state)
        board, known = self.material.board(text), self.best.get(text)
        best = -math.inf
        if depth <= 0:
            best = self.material.value(board, side)
            if best >= high:
                return best
        gains = [(-self.material.gain(board, side, each), each) for each in state.legal_actions()]
        for action in _sorted(gains, known, captures=depth <= 0):
            value = self.value_of(state, action, depth - 1, -high, -max(low, best))
            if value > best:
                best, self.best[text] = value, action
                if best >= high:
                    break
        return best


def _sorted(gains: list[tuple[float, int]], first: int | None, *, captures: bool) -> Iterator[int]:
    """Yields the actions, or only the captures, in the order in which to search them.

    `gains`: the actions with how little each gains. `first`: an action to search before the others.
    """
    chosen = [each for each in gains if each[0] or not captures]
    chosen.sort(key=lambda each: (each[1] != first, each))
    return (action for _, action in chosen)
