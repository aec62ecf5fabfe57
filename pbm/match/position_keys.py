"""Keys of positions. Positions share a key if play can continue in the same way.

The moves that led to a position don't matter.
"""

import hashlib
import json
from typing import Any

from pbm.games import AnyGame
from pbm.match.checkpoint import changed_fields
from pbm.options import write_options

KEY_LENGTH = 24
"""Number of hexadecimal digits. Among ten million positions, two have the same key with a
probability of 1 in 10^15.
"""


def position_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key of a position. `options`: resolved options.

    Keys are stored, so they must be the same in all processes and versions. A key covers the game,
    the version of its rules, its options except for a seed, and the whole position.
    """
    rules = [game.name, game.version, *write_options(game.without_seed(options))]
    return _digest([rules, changed_fields(game, options, position)])


def likeness_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key that a position shares with all positions that are equivalent by symmetry.

    Games with other options may share it too. For games that declare no symmetry, it equals
    `position_key`.
    """
    likeness = game.likeness(position)
    if likeness is None:
        return position_key(game, options, position)
    return _digest([game.name, game.version, likeness])


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
