"""Facts about moves of pbm's own games. Each module of this folder has the name of a game.

The modules provide the functions that games of other packages have as `Game.facts` and
`Game.ending`:

- `facts(step)` yields sentences about a move that doesn't end the game, the most interesting ones
  first.
- `ending(positions, moves)` returns the beginning of a sentence that describes how a line of moves
  ends, or an empty string. `positions` includes the position before the first move.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbm.games import AnyGame, module_of
from pbm.review.reviewed_step import Step


def find_facts(game: AnyGame) -> Callable[[Step], Iterator[str]]:
    """Returns the function that yields facts about a move of this game."""
    facts: Callable[[Step], Iterator[str]] = (module_of(__name__, game) or game).facts
    return facts


def find_ending(game: AnyGame) -> Callable[[Sequence[Any], Sequence[Any]], str]:
    """Returns the function that describes how a line of this game ends."""
    ending: Callable[[Sequence[Any], Sequence[Any]], str] = getattr(
        module_of(__name__, game), "ending", game.ending
    )
    return ending
