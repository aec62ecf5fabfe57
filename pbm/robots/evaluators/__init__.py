"""Evaluators of positions, one module per game of pbm's own, named after the game.

Games of other packages define `Game.evaluate` instead.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from pbm.games import AnyGame, module_of

Evaluator = Callable[[Any], tuple[float, ...]]


@cache
def find_evaluator(game: AnyGame) -> Evaluator:
    evaluator: Evaluator = (module_of(__name__, game) or game).evaluate
    return evaluator
