"""Estimates of all moves of a position, as robots see them."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.value import Result, Value
from pbm.review.assessment import Assessment
from pbm.robots.alphabeta import DECIDED, AlphaBeta
from pbm.robots.evaluators import find_evaluator
from pbm.robots.mcts import SHARPNESS, Tree, Values
from pbm.search_budget import BudgetExhausted, SearchBudget

DEEPEST = 60
"""The largest search depth in plies."""
LEAST = 0.01
"""The least estimate of a game that may still be won; for one that may be lost, 1 less this."""


def estimated_moves(
    game: AnyGame, position: Any, moves: Sequence[Any], budget: SearchBudget
) -> Mapping[Any, Assessment]:
    """Returns the value of each of these moves to its player; empty if the budget is too small.

    All moves are searched alike, so that their values can be compared.
    """
    if len(game.seats) == 2:
        values = _MoveValues(game, find_evaluator(game), budget).of(position, moves)
        return {move: _assessment(value) for move, value in values.items()}
    return _shares(game, position, moves, budget)


class _MoveValues(AlphaBeta):
    """A search that finds the value of every move, not only of the best."""

    def of(self, position: Any, moves: Sequence[Any]) -> Mapping[Any, float]:
        """Returns the values at the largest depth that the budget permits for all moves."""
        found: dict[Any, float] = {}
        try:
            for depth in range(1, DEEPEST + 1):
                self._cut, self._path = False, {position}
                found = self._all_values(position, moves, depth)
                if not self._cut:
                    break
        except BudgetExhausted:
            pass
        return found

    def _all_values(self, position: Any, moves: Sequence[Any], depth: int) -> dict[Any, float]:
        seat = 1 - (self.game.to_move(position) or 0)
        return {
            move: self._move_value(self.game.play(position, move), seat, depth - 1, -float("inf"))
            for move in moves
        }


def _assessment(value: float) -> Assessment:
    """Returns the result if the search has seen the end, else an estimate."""
    if abs(value) > DECIDED:
        return Assessment(Value(Result.WON if value > 0 else Result.LOST))
    return Assessment(estimate=_unsure(1 / (1 + math.exp(-SHARPNESS * value))))


def _unsure(estimate: float) -> float:
    """Returns an estimate that is never taken for certainty."""
    return min(max(estimate, LEAST), 1 - LEAST)


def _shares(
    game: AnyGame, position: Any, moves: Sequence[Any], budget: SearchBudget
) -> Mapping[Any, Assessment]:
    """Returns the share of each move's player, by searches of the same size from every move."""
    seat, evaluator = game.to_move(position) or 0, find_evaluator(game)
    found = {}
    for number, move in enumerate(moves):
        part = (budget.positions - budget.used) // (len(moves) - number)
        own = SearchBudget(budget.seconds, part, budget.clock)
        tree = _Shares(game, evaluator, own, random.Random(0))  # noqa: S311 - no secrets here
        values = tree.of(game.play(position, move))
        if values is None:
            return {}
        budget.used += own.used
        found[move] = Assessment(estimate=values[seat])
    return found


class _Shares(Tree):
    """A search whose result is the value of the position itself."""

    def of(self, position: Any) -> Values | None:
        """Returns the value for each seat; None if the budget is too small."""
        root = self._node(position)
        try:
            while root.proved is None:
                self._run_playout(root)
        except BudgetExhausted:
            pass
        if root.proved is not None or not root.visits:
            return root.proved
        return tuple(_unsure(total / root.visits) for total in root.total)
