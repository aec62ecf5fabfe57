"""The moves of a finished game with what is proved about them."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from commands.messages.content import BoardSnapshot, Content, Part, ReviewedMove, map_parts
from commands.solver.prover import Prover
from commands.views.analysis.proofs import value_words
from pbm import games
from pbm.match.match import Match
from pbm.match.match_state import State
from pbm.options import read_options

if TYPE_CHECKING:
    from pbm.proofs.value import Value

MOST_REVIEWED = 100
"""The most moves that a mail lists with their values; the last ones are the most telling."""
SHARED_BOARDS = 64
"""The boards whose mistakes are kept: mails about the end of a game are rendered together."""


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


def with_mistakes(prover: Prover, content: Content) -> Content:
    """Returns the content of a mail with the decisive mistakes of games that have just ended."""
    return map_parts(content, partial(_with_mistake, prover))


def _with_mistake(prover: Prover, part: Part) -> Part:
    if not (isinstance(part, BoardSnapshot) and part.game_log):
        return part
    mistake = _mistake(prover, part.game, part.options, part.game_log)
    return part.model_copy(update={"decisive_mistake": mistake})


@lru_cache(SHARED_BOARDS)
def _mistake(
    prover: Prover, name: str, options: tuple[str, ...], log: tuple[str, ...]
) -> ReviewedMove | None:
    game = games.find(name)
    match = Match.replay_texts(game, read_options(game.options, options, game.title), log)
    return decisive_mistake(match, prover.review(match).mistake)


def _reviewed(state: State, value: str = "") -> ReviewedMove:
    return ReviewedMove(ply=state.ply, seat=state.mover or 0, move=state.move, value=value)
