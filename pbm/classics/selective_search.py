"""A search for moves by an estimate of each position, where random games say little.

It is an alpha-beta search with iterative deepening. In each position, it estimates the value of
each move, and then searches only the most promising moves.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.search.budget import BudgetExhausted, SearchBudget
from pbm.search.effort import Effort

WIN = 1e6
MAX_DEPTH = 60
WIDTH = 12
"""Number of moves in a position that are searched further."""
VARIETY = 0.05
"""Maximum difference of estimates between moves that are played at random."""

Estimate = Callable[[str, int], float]
"""Returns the value of a position for a player in OpenSpiel, from OpenSpiel's text of it."""
Child = tuple[float, Actions, Any]
"""The value of a move for the player who makes it, the move, and the state after it."""


def promising_move(
    estimate: Estimate, position: Position, moves: Sequence[Actions], effort: Effort
) -> Actions:
    """Returns the best of the legal moves, each of which is one action."""
    search = SelectiveSearch(estimate, SearchBudget(effort.seconds, effort.positions))
    chance = random.Random(effort.seed)  # noqa: S311 - no secrets here
    children = list[Child]()
    order = chance.sample(moves, len(moves))
    try:
        for move in order:
            children.append(search.child(position.state, move, chance.uniform(0, VARIETY)))
        children.sort(key=_value, reverse=True)
        for depth in range(1, MAX_DEPTH):
            _search_deeper(search, children, depth)
    except BudgetExhausted:
        pass
    return max(children, key=_value)[1] if len(children) < len(moves) else children[0][1]


def _search_deeper(search: "SelectiveSearch", children: list[Child], depth: int) -> None:
    """Moves the best child to the front, after a search that is one ply deeper."""
    best = -math.inf
    for number, child in enumerate(children[:WIDTH]):
        value = search.deeper(child, depth, best, math.inf)
        if value > best:
            best = value
            children.insert(0, children.pop(number))


@dataclass
class SelectiveSearch:
    """A search from one position."""

    estimate: Estimate
    budget: SearchBudget

    def child(self, state: Any, move: Actions, bonus: float = 0.0) -> Child:
        """Returns the state after a move, and its estimated value for the player who moves."""
        self.budget.spend()
        side, after = state.current_player(), state.clone()
        after.apply_action(move[0])
        if after.is_terminal():
            return float(after.returns()[side]) * WIN, move, after
        return self.estimate(str(after), side) + bonus, move, after

    def deeper(self, child: Child, depth: int, low: float, high: float) -> float:
        """Returns the value of a move for the player who makes it, after so many more plies.

        `low`, `high`: the bounds of the values that matter.
        """
        value, _, after = child
        return value if after.is_terminal() else -self._value(after, depth, -high, -low)

    def _value(self, state: Any, depth: int, low: float, high: float) -> float:
        children = [self.child(state, (action,)) for action in state.legal_actions()]
        children.sort(key=_value, reverse=True)
        best = children[0][0] if depth == 1 else -math.inf
        for child in children[:WIDTH] if depth > 1 else ():
            best = max(best, self.deeper(child, depth - 1, max(low, best), high))
            if best >= high:
                break
        return best


def _value(child: Child) -> float:
    return child[0]
