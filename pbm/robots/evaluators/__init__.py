"""Evaluators of positions of pbm's own games; every module of this folder is named after its game.

`evaluate(position)` is what `Game.evaluate` is for games of other packages.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from pbm.games import AnyGame, module_of

Evaluator = Callable[[Any], tuple[float, ...]]


@cache
def find_evaluator(game: AnyGame) -> Evaluator:
    """Returns the evaluator of this game's positions."""
    evaluator: Evaluator = (module_of(__name__, game) or game).evaluate
    return evaluator
