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
    changed = changed_fields(game, options, position)
    content = json.dumps([rules, changed], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:KEY_LENGTH]
