"""Keys of positions. Positions share a key if play can continue in the same way.

The moves that led to a position don't matter.
"""

import hashlib
import json
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from pbm.game import legal
from pbm.games import AnyGame
from pbm.match.checkpoint import WHOLE, NotPlainError, changed_fields
from pbm.options import write_options

KEY_LENGTH = 24
"""Number of hexadecimal digits. Among ten million positions, two have the same key with a
probability of 1 in 10^15.
"""


def position_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key of a position. `options`: resolved options.

    Keys are stored, so they must be the same in all processes and versions. A key covers the game,
    the version of its rules, its options except for a seed, and the whole position. If a position
    contains objects of the game's own types and the game doesn't write it, the key covers what
    players see of it, and the legal moves.
    """
    rules = [game.name, game.version, *write_options(game.without_seed(options))]
    return _digest([rules, _content(game, options, position)])


def likeness_key(game: AnyGame, options: Any, position: Any) -> str:
    """Returns the key that a position shares with all positions that are equivalent by symmetry.

    Games with other options may share it too. For games that declare no symmetry, it equals
    `position_key`.
    """
    likeness = game.likeness(position)
    if likeness is None:
        return position_key(game, options, position)
    return _digest([game.name, game.version, likeness])


def _content(game: AnyGame, options: Any, position: Any) -> Any:
    """Returns the content of a position as JSON values. It is equal for equal positions."""
    written = game.write_position(position)
    if written is not None:
        return {WHOLE: written}
    changed = changed_fields(game, options, position)
    if changed is not None:
        return changed
    return game.compute(lambda: _whole(position)) or _visible(game, position)


def _whole(position: Any) -> list[Any]:
    """Returns a list with the position as a JSON value. It is empty if that isn't possible."""
    try:
        return [_plain(position)]
    except NotPlainError:
        return []


def _plain(value: Any) -> Any:
    """Returns a value as a JSON value. Equal values of the same types have equal JSON values.

    Raises NotPlainError if it contains other things than tuples, frozen sets, dataclasses, enums
    and built-in scalars.
    """
    if value is None or type(value) in (bool, int, float):
        return value
    if type(value) in (str, bytes):
        return repr(value)
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, frozenset):
        return sorted(map(_plain, value), key=json.dumps)
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    if is_dataclass(value) and not isinstance(value, type):
        compared = (field.name for field in fields(value) if field.compare)
        return [type(value).__name__, *(_plain(getattr(value, name)) for name in compared)]
    raise NotPlainError


def _visible(game: AnyGame, position: Any) -> Any:
    """Returns what players see of a position, and the legal moves, as JSON values."""
    diagram, outcome = game.diagram(position), game.outcome(position)
    cells = [(cell.square, cell.text, cell.words, cell.seat) for cell in diagram.cells()]
    places = outcome.places if outcome else None
    turn = game.to_move(position), game.remaining(position), places
    notes = *diagram.notes, *diagram.text_notes
    return [cells, notes, turn, legal(game, position)]


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:KEY_LENGTH]
