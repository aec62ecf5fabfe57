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
from pbm.robots.mcts import SHARPNESS, Tree
from pbm.search_budget import SearchBudget

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
        search = AlphaBeta(game, find_evaluator(game), budget)
        values = search.values(position, moves, DEEPEST)
        return {move: _assessment(value) for move, value in values.items()}
    return _shares(game, position, moves, budget)


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
        tree = Tree(game, evaluator, own, random.Random(0))  # noqa: S311 - no secrets here
        values, is_proved = tree.value(game.play(position, move))
        if not any(values):
            return {}
        budget.used += own.used
        found[move] = Assessment(estimate=values[seat] if is_proved else _unsure(values[seat]))
    return found
