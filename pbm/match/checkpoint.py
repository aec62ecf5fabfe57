"""Checkpoints: a state of a match as JSON values, without the events that led to it.

Stored emails begin at a checkpoint, the position before the rounds that they list. So rendering an
email replays only these rounds. Positions that can't be stored have no checkpoint. Rendering then
replays the whole match.
"""

from dataclasses import dataclass
from typing import Any

from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.match.match_state import State

LARGEST_NUMBER = 2**53
"""Numbers from this one on become hexadecimal text, because many programs can't read them in JSON.
"""
WHOLE = ""
"""Name of the only field of a position that isn't stored as its changed fields."""


class NotPlainError(Exception):
    """A value contains other things than integers, None and tuples."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state of an unfinished match."""

    ply: int
    round: int
    position: dict[str, Any]
    """The fields of the position that have changed since the start, by name. If the game writes its
    positions itself, this has only the field WHOLE.
    """

    def __hash__(self) -> int:
        return hash((self.ply, self.round))


def write_checkpoint(game: AnyGame, options: Any, state: State) -> Checkpoint | None:
    """Returns the checkpoint of a state. `resumed_match` is the inverse.

    Returns None if the position can't be stored: the game doesn't write it, and it isn't a named
    tuple of integers, None and tuples.
    """
    position = state.position
    written = game.write_position(position)
    if written is not None:
        return Checkpoint(state.ply, state.round, {WHOLE: written})
    changed = changed_fields(game, options, position)
    is_named = hasattr(position, "_asdict")
    return Checkpoint(state.ply, state.round, changed) if is_named and changed is not None else None


def changed_fields(game: AnyGame, options: Any, position: Any) -> dict[str, Any] | None:
    """Returns the fields of a position that have changed since the start, as JSON values.

    A position that isn't a named tuple is one field. Returns None if a field contains other things
    than integers, None and tuples.
    """
    return game.compute(lambda: _changed_fields(game.start(options), position))


def _changed_fields(start: Any, position: Any) -> dict[str, Any] | None:
    try:
        if not hasattr(position, "_asdict"):
            return {} if position == start else {WHOLE: _write(position, start)}
        return _changed_in_tuple(start, position)
    except NotPlainError:
        return None


def _changed_in_tuple(start: Any, position: Any) -> dict[str, Any]:
    if type(position) is not type(start):
        raise NotPlainError
    return {
        name: _write(value, getattr(start, name))
        for name, value in position._asdict().items()
        if value != getattr(start, name)
    }


def resumed_match(game: AnyGame, options: Any, checkpoint: Checkpoint) -> Match:
    """Returns the match at a checkpoint. It doesn't know earlier moves."""
    position = _read_position(game, options, checkpoint.position)
    state = State(position, game.outcome(position), ply=checkpoint.ply, round=checkpoint.round)
    return Match(game, options, state)


def _read_position(game: AnyGame, options: Any, stored: dict[str, Any]) -> Any:
    if WHOLE in stored:
        return game.read_position(options, stored[WHOLE])
    start = game.start(options)
    changed = {name: _read(getattr(start, name), value) for name, value in stored.items()}
    return start._replace(**changed)


def _write(value: Any, example: Any) -> Any:
    """Returns the value as a JSON value, from which `_read` can make it again.

    `example`: the value at the start of the game.
    """
    if type(value) is int:
        return hex(value) if value >= LARGEST_NUMBER else value
    if value is None or isinstance(value, bool):
        return value
    is_named = hasattr(value, "_asdict")
    if type(value) is not (type(example) if is_named or hasattr(example, "_asdict") else tuple):
        raise NotPlainError
    examples = example if is_named else (None,) * len(value)
    return [_write(*pair) for pair in zip(value, examples, strict=True)]


def _read(example: Any, value: Any) -> Any:
    """Returns a JSON value converted to the type of `example`."""
    if isinstance(value, str):
        return int(value, 16)
    if not isinstance(value, list):
        return value
    if hasattr(example, "_make"):
        return example._make(map(_read, example, value))
    return tuple(_read(None, item) for item in value)
