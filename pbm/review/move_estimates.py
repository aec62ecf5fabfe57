"""Estimates of all moves of a position, made by the game or by the robots' searches."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.value import Result, Value
from pbm.review.assessment import Assessment
from pbm.robots.alphabeta import DECIDED, AlphaBeta
from pbm.robots.evaluators import find_evaluator
from pbm.robots.levels import HIGHEST
from pbm.robots.mcts import SHARPNESS, Tree
from pbm.search.budget import SearchBudget
from pbm.search.effort import Effort

MAX_DEPTH = 60
"""Maximum search depth in plies."""
MIN_ESTIMATE = 0.01
"""Minimum estimate of a game whose result isn't certain. The maximum is 1 - MIN_ESTIMATE."""


def estimated_moves(
    game: AnyGame, position: Any, moves: Sequence[Any], budget: SearchBudget
) -> Mapping[Any, Assessment]:
    """Returns the value of each of these moves for the player who makes it.

    The result is empty if the budget is too small, or if the game has no evaluation. All moves are
    searched to the same depth or with the same number of positions, so that their values are
    comparable.
    """
    effort = Effort(HIGHEST, budget.positions, budget.seconds, seed=0)
    estimates = game.estimate(position, moves, effort)
    if estimates is not None:
        pairs = zip(moves, estimates, strict=True)
        return {move: Assessment(estimate=_unsure(estimate)) for move, estimate in pairs}
    evaluator = find_evaluator(game)
    if not any(evaluator(position)):
        return {}  # The game has no evaluation, so all moves would seem even.
    if len(game.seats) == 2:
        search = AlphaBeta(game, evaluator, budget)
        values = search.values(position, moves, MAX_DEPTH)
        return {move: _assessment(value) for move, value in values.items()}
    return _shares(game, position, moves, budget)


def _assessment(value: float) -> Assessment:
    """Returns a result if the search reached the end of the game.

    Otherwise, returns an estimate.
    """
    if abs(value) > DECIDED:
        return Assessment(Value(Result.WON if value > 0 else Result.LOST))
    return Assessment(estimate=_unsure(1 / (1 + math.exp(-SHARPNESS * value))))


def _unsure(estimate: float) -> float:
    """Returns the estimate, limited so that nobody takes it for a certain result."""
    return min(max(estimate, MIN_ESTIMATE), 1 - MIN_ESTIMATE)


def _shares(
    game: AnyGame, position: Any, moves: Sequence[Any], budget: SearchBudget
) -> Mapping[Any, Assessment]:
    """Returns an estimate of each move for its player, in a game for three.

    Each move gets a search of the same size.
    """
    seat, evaluator = game.to_move(position) or 0, find_evaluator(game)
    assessments = {}
    for number, move in enumerate(moves):
        part = (budget.positions - budget.used) // (len(moves) - number)
        search_budget = SearchBudget(budget.seconds, part, budget.clock)
        # A fixed seed, so that each review of a game shows the same estimates.
        tree = Tree(game, evaluator, search_budget, random.Random(0))  # noqa: S311 - no secrets here
        values, is_proved = tree.value(game.play(position, move))
        if not any(values):
            return {}
        budget.used += search_budget.used
        assessments[move] = Assessment(
            estimate=values[seat] if is_proved else _unsure(values[seat])
        )
    return assessments
