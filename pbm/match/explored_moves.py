"""The moves of a finished match, each with a key of the position in which it was made."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbm.match.match import Match
from pbm.match.position_keys import likeness_key, position_key

END = ""
"""The `move` of a PlayedMove for the last position of a match, in which no move follows."""


class PlayedMove(NamedTuple):
    """A move of a match, and the position before it."""

    ply: int
    """Number of moves made before this move."""
    position: str
    """Key of the position."""
    move: str
    """The move in canonical notation, or END."""
    likeness: str
    """Key that the position shares with all positions that are equivalent by symmetry."""


def played_moves(match: Match) -> Iterator[PlayedMove]:
    """Yields the moves of a finished match that weren't taken back, followed by its end."""
    for state in match.state.played:
        assert state.before is not None  # noqa: S101 - a move leads from a state
        yield _played(match, state.ply - 1, state.before.position, state.move)
    yield _played(match, match.ply, before_end(match).state.position, END)


def _played(match: Match, ply: int, position: Any, move: str) -> PlayedMove:
    keys = (key(match.game, match.options, position) for key in (position_key, likeness_key))
    own_key, likeness = keys
    return PlayedMove(ply, own_key, move, likeness)


def before_end(match: Match) -> Match:
    """Returns the match after its last move, before a resignation or agreement ended it."""
    if match.outcome is None or match.state.is_move:
        return match
    played = match.state.played
    return Match(match.game, match.options, played[-1] if played else match.state.first)
