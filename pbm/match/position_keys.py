"""Keys of positions: equal where play goes on alike, whatever moves have led there."""

import hashlib
import json
from typing import Any

from pbm.games import AnyGame
from pbm.match.checkpoint import changed_fields
from pbm.options import write_options

KEY_LENGTH = 24
"""Hexadecimal digits: two of ten million positions have the same with a chance of 1 in 10^15."""


def position_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key of a position of a game with these (resolved) options.

    It is the same in all processes and versions, as it is stored. It covers the game, the version
    of its rules, its options but for a seed, and the whole position.
    """
    rules = [game.name, game.version, *write_options(game.without_seed(options))]
    return _digest([rules, changed_fields(game, options, position)])


def likeness_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key that a position shares with all that are alike by symmetry.

    Other options may lead to it, too. It equals `position_key` for games that know no likeness.
    """
    likeness = game.likeness(position)
    if likeness is None:
        return position_key(game, options, position)
    return _digest([game.name, game.version, likeness])


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
