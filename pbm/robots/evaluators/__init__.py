"""Evaluators of positions; every module of this folder is named after its game.

`evaluate(position)` returns a number for each seat, in steps of a path where that makes sense;
higher is better. In a game without a module only finished games have a value.
"""

import importlib
import importlib.util
from collections.abc import Callable
from functools import cache
from typing import Any

from pbm.games import AnyGame

Evaluator = Callable[[Any], tuple[float, ...]]


@cache
def find_evaluator(game: AnyGame) -> Evaluator:
    """Returns the evaluator of this game's positions."""
    name = f"{__name__}.{game.name}"
    if importlib.util.find_spec(name) is None:
        return lambda _: (0.0,) * len(game.seats)
    evaluator: Evaluator = importlib.import_module(name).evaluate
    return evaluator
