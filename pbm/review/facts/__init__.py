"""Facts about moves, by the rules of each game; every module of this folder bears a game's name.

`facts(step)` yields sentences about a move after which the game goes on: those that are worth
telling, the most telling first. `ending(game, positions)` returns a sentence on how a line of
moves ends, given all its positions from the one before its first move; empty if there is none.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import ModuleType
from typing import Any

from pbm.games import AnyGame
from pbm.review.step import Step


def find_facts(game: AnyGame) -> Callable[[Step], Iterator[str]]:
    """Returns the function that finds facts about the moves of this game."""
    found: Callable[[Step], Iterator[str]] = getattr(_module(game.name), "facts", _nothing)
    return found


def find_ending(game: AnyGame) -> Callable[[Sequence[Any], Sequence[Any]], str]:
    """Returns the function that tells how a line of this game ends."""
    found: Callable[[Sequence[Any], Sequence[Any]], str] = getattr(
        _module(game.name), "ending", _no_ending
    )
    return found


@cache
def _module(name: str) -> ModuleType | None:
    full_name = f"{__name__}.{name}"
    return importlib.import_module(full_name) if importlib.util.find_spec(full_name) else None


def _nothing(_: Step) -> Iterator[str]:
    return iter(())


def _no_ending(_positions: Sequence[Any], _moves: Sequence[Any]) -> str:
    return ""
