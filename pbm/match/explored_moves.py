"""The moves of a finished game, by the position in which each was made."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pbm.match.match import Match
from pbm.match.position_keys import likeness_key, position_key

END = ""
"""Stands in the place of a move in the position in which a game ended."""


class PlayedMove(NamedTuple):
    """A move of a game, and the position before it."""

    ply: int
    """The number of moves made before it."""
    position: str
    """The key of the position."""
    move: str
    """In canonical notation, or END."""
    likeness: str
    """The key that the position shares with all that are alike by symmetry."""


def played_moves(match: Match) -> Iterator[PlayedMove]:
    """Yields the moves of a finished match that weren't taken back, and its end."""
    for state in match.state.played:
        assert state.before is not None  # noqa: S101 - a move leads from a state
        yield _played(match, state.ply - 1, state.before.position, state.move)
    yield _played(match, match.ply, before_end(match).state.position, END)


def _played(match: Match, ply: int, position: Any, move: str) -> PlayedMove:
    keys = (key(match.game, match.options, position) for key in (position_key, likeness_key))
    own, likeness = keys
    return PlayedMove(ply, own, move, likeness)


def before_end(match: Match) -> Match:
    """Returns a match as it was after its last move if its players ended it otherwise."""
    if match.outcome is None or match.state.is_move:
        return match
    played = match.state.played
    return Match(match.game, match.options, played[-1] if played else match.state.first)
