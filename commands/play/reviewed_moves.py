"""The moves of a finished game with what is proved about them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from commands.messages.content import ReviewedMove
from commands.views.proofs import value_words
from pbm.match import Match
from pbm.match_state import State

if TYPE_CHECKING:
    from pbm.proofs.value import Value

MOST_REVIEWED = 100
"""The most moves that a mail lists with their values; the last ones are the most telling."""


def reviewed_moves(match: Match, values: "Sequence[Value | None]") -> tuple[ReviewedMove, ...]:
    """Returns the last moves before which a value is proved; `values`: those before each move."""
    moves = zip(match.state.played, values, strict=False)
    proved = [
        _reviewed(state, value_words(value, state.ply - 1)) for state, value in moves if value
    ]
    return tuple(proved[-MOST_REVIEWED:])


def decisive_mistake(match: Match, index: int | None) -> ReviewedMove | None:
    """Returns the move with this index, from 0."""
    return None if index is None else _reviewed(match.state.played[index])


def _reviewed(state: State, value: str = "") -> ReviewedMove:
    return ReviewedMove(ply=state.ply, seat=state.mover or 0, move=state.move, value=value)
