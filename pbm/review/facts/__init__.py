"""Facts about moves of pbm's own games; every module of this folder bears a game's name.

Its functions are what `Game.facts` and `Game.ending` are for games of other packages.

`facts(step)` yields sentences about a move after which the game goes on: those that are worth
telling, the most telling first. `ending(game, positions)` returns a sentence on how a line of
moves ends, given all its positions from the one before its first move; empty if there is none.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbm.games import AnyGame, module_of
from pbm.review.step import Step


def find_facts(game: AnyGame) -> Callable[[Step], Iterator[str]]:
    """Returns the function that finds facts about the moves of this game."""
    found: Callable[[Step], Iterator[str]] = (module_of(__name__, game) or game).facts
    return found


def find_ending(game: AnyGame) -> Callable[[Sequence[Any], Sequence[Any]], str]:
    """Returns the function that tells how a line of this game ends."""
    found: Callable[[Sequence[Any], Sequence[Any]], str] = getattr(
        module_of(__name__, game), "ending", game.ending
    )
    return found
