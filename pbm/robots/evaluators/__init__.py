"""How well each seat stands, game by game: every module of this folder is named after its game.

`standing(position)` gives a number for each seat, in steps of a walk where that makes sense: the
higher, the better. A game without a module is judged by nothing but its ends.
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
    """What tells how a position of this game stands."""
    name = f"{__name__}.{game.name}"
    if importlib.util.find_spec(name) is None:
        return lambda _: (0.0,) * len(game.seats)
    sight: Evaluator = importlib.import_module(name).evaluate
    return sight
