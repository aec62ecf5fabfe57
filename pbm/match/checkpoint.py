"""Checkpoints: a state of a match as JSON values, without the events that led to it.

A checkpoint contains only the fields of the position that have changed since the start. Stored
emails begin at a checkpoint, the position before the rounds that they list. So rendering an email
replays only these rounds.
"""

from dataclasses import dataclass
from typing import Any

from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.match.match_state import State

LARGEST_NUMBER = 2**53
"""Numbers from this one on become hexadecimal text, because many programs can't read them in JSON.
"""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state of an unfinished match. Its position must be a named tuple."""

    ply: int
    round: int
    position: dict[str, Any]
    """The changed fields of the position, by name."""

    def __hash__(self) -> int:
        return hash((self.ply, self.round))


def write_checkpoint(game: AnyGame, options: Any, state: State) -> Checkpoint:
    """Returns the checkpoint of a state. `resumed_match` is the inverse."""
    return Checkpoint(state.ply, state.round, changed_fields(game, options, state.position))


def changed_fields(game: AnyGame, options: Any, position: Any) -> dict[str, Any]:
    """Returns the fields of a position that have changed since the start, as JSON values.

    A position that isn't a named tuple is one field.
    """
    return game.compute(lambda: _changed_fields(game.start(options), position))


def _changed_fields(start: Any, position: Any) -> dict[str, Any]:
    if not hasattr(position, "_asdict"):
        return {} if position == start else {"": _write(position)}
    return {
        name: _write(value)
        for name, value in position._asdict().items()
        if value != getattr(start, name)
    }


def resumed_match(game: AnyGame, options: Any, checkpoint: Checkpoint) -> Match:
    """Returns the match at a checkpoint. It doesn't know earlier moves."""
    start = game.start(options)
    changed = {
        name: _read(getattr(start, name), value) for name, value in checkpoint.position.items()
    }
    position = start._replace(**changed)
    state = State(position, game.outcome(position), ply=checkpoint.ply, round=checkpoint.round)
    return Match(game, options, state)


def _write(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and value >= LARGEST_NUMBER:
        return hex(value)
    return value


def _read(example: Any, value: Any) -> Any:
    """Returns a JSON value converted to the type of `example`."""
    if isinstance(value, str):
        return int(value, 16)
    if not isinstance(value, list):
        return value
    if hasattr(example, "_make"):
        return example._make(map(_read, example, value))
    return tuple(_read(None, item) for item in value)
