"""The moves of a finished game, with their proved values."""

from collections.abc import Sequence
from functools import lru_cache, partial

from commands.content.messages import BoardSnapshot, Content, Part, ReviewedMove, map_parts
from commands.views.analysis.proofs import value_words
from commands.views.analysis.review_rows import led_to
from pbm import games
from pbm.match.match import Match
from pbm.match.match_state import State
from pbm.proofs.value import Result, Value
from pbm.review.assessment import WORTH, Assessment
from pbm.solver.prover import Prover

MAX_MOVES_LISTED = 100
"""Maximum number of moves that an email lists with their values. The last moves are kept because
they matter most.
"""
CACHED_BOARDS = 64
"""Number of boards whose mistakes are cached. All emails about the end of a game are rendered at
about the same time.
"""


def reviewed_moves(
    match: Match, values: Sequence[Value | None], names: Sequence[str]
) -> tuple[ReviewedMove, ...]:
    """Returns the last moves that have a proved value before or after them.

    `values`: the values of the positions before each move.
    `names`: the players' userids, in seat order.
    """
    afters = [*(value and value.before for value in values[1:]), _end(match)]
    moves = zip(match.state.played, values, afters, strict=False)
    proved = [_valued(state, names, *around) for state, *around in moves if any(around)]
    return tuple(proved[-MAX_MOVES_LISTED:])


def _end(match: Match) -> Value | None:
    """Returns the value of the move that ended the game, for its player.

    Returns None if the game ended without a move, or hasn't ended.
    """
    if not (match.outcome and match.state.is_move):
        return None
    winners = match.outcome.winners
    result = Result.WON if match.state.mover in winners else Result.LOST
    return Value(result if winners else Result.DRAWN, 1)


def _valued(
    state: State, names: Sequence[str], before: Value | None, after: Value | None
) -> ReviewedMove:
    words, share = led_to(names, state.mover or 0, state.ply, Assessment(after))
    worse = before and after and WORTH[after.result] < WORTH[before.result]
    update = {"after": words, "share": share, "mark": "??" if worse else ""}
    value = value_words(before, state.ply - 1) if before else ""
    return _reviewed(state, value).model_copy(update=update)


def decisive_mistake(match: Match, index: int | None) -> ReviewedMove | None:
    """Returns the decisive mistake, given its index among the moves, which starts at 0.

    Returns None if the index is None.
    """
    return None if index is None else _reviewed(match.state.played[index])


def with_mistakes(prover: Prover, content: Content) -> Content:
    """Adds the decisive mistake to each board in an email whose game has just ended."""
    return map_parts(content, partial(_with_mistake, prover))


def _with_mistake(prover: Prover, part: Part) -> Part:
    if not (isinstance(part, BoardSnapshot) and part.game_log):
        return part
    mistake = _mistake(prover, part.game, part.options, part.game_log)
    # Naming the mistake would reveal values that are withheld because of a running rated game.
    if mistake and {mistake.ply - 1, mistake.ply} & {*part.withheld}:
        mistake = None
    return part.model_copy(update={"decisive_mistake": mistake})


@lru_cache(CACHED_BOARDS)
def _mistake(
    prover: Prover, name: str, options: tuple[str, ...], log: tuple[str, ...]
) -> ReviewedMove | None:
    game = games.stored(name)
    match = Match.replay_texts(game, game.read_options(options), log)
    return decisive_mistake(match, prover.review(match).mistake)


def _reviewed(state: State, value: str = "") -> ReviewedMove:
    return ReviewedMove(ply=state.ply, seat=state.mover or 0, move=state.move, value=value)
