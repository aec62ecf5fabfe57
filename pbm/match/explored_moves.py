"""The moves of a finished game, by the position in which each was made."""

from collections.abc import Iterator
from typing import NamedTuple

from pbm.match.match import Match
from pbm.match.position_keys import position_key

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


def played_moves(match: Match) -> Iterator[PlayedMove]:
    """Yields the moves of a finished match that weren't taken back, and its end."""
    game, options = match.game, match.options
    for state in match.state.played:
        assert state.before is not None  # noqa: S101 - a move leads from a state
        key = position_key(game, options, state.before.position)
        yield PlayedMove(state.ply - 1, key, state.move)
    last = before_end(match).state.position
    yield PlayedMove(match.ply, position_key(game, options, last), END)


def before_end(match: Match) -> Match:
    """Returns a match as it was after its last move if its players ended it otherwise."""
    if match.outcome is None or match.state.is_move:
        return match
    played = match.state.played
    return Match(match.game, match.options, played[-1] if played else match.state.first)
