"""Responses with the reviews of finished boards, and the queue of reviews that are mailed."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from commands.context.address_confirmation import limit_mails_to_stranger
from commands.context.authentication import is_senders_own
from commands.messages.content import (
    BoardSnapshot,
    Content,
    GameReview,
    MessageBatch,
    Part,
    ReviewedMove,
    TextMessage,
    map_parts,
)
from commands.messages.response import Response, text_response
from commands.messages.snapshot import snapshot_of
from commands.security.lockout import format_moment
from commands.solver.fair_prover import FairProver
from commands.solver.prover import Prover, Unproved
from commands.views.analysis.proofs import proof_text, unproved_text, value_sentence, value_words
from commands.views.analysis.review_rows import led_to
from commands.views.board_parts import verdict
from commands.views.json.data import match_data, proof_data
from pbm import games
from pbm.board.board import Board
from pbm.errors import IllegalError, NotAllowedError
from pbm.match.match import Match
from pbm.match.match_state import State
from pbm.options import write_options
from pbm.proofs.value import Proof, Result, Value
from pbm.review.assessment import WORTH, Assessment
from pbm.stored import Job, JobKind
from pbm.wording import counted, filled

if TYPE_CHECKING:
    from commands.context.context import Context

# The queue of long searches that are asked for by mail.


OVERHEAD_SECONDS = 30
"""The time for starting a search, making its tablebase and writing its answer."""


def enqueue_position(context: "Context", match: Match, kind: JobKind, what: str) -> str:
    """Queues a search about a position, as `enqueue` does."""
    options, caller = write_options(match.options), context.caller
    asked = {"game": match.game.name, "options": options, "moves": match.moves}
    job = Job(kind, caller.address, caller.message_id, asked, context.now())
    if context.work.jobs.asked(job):
        raise NotAllowedError("This is being worked on already: the answer will be mailed to you.")
    return enqueue(context, job, what)


def enqueue(context: "Context", job: Job, what: str) -> str:
    """Queues a search, and returns when its answer comes; raises NotAllowedError beyond the limits.

    `what`: what the answer tells.
    """
    if context.work.jobs.waiting() >= context.policy.solves_waiting:
        raise NotAllowedError("Too many searches wait just now; please ask again later.")
    context.rate_limits.limit_searches(proved=is_senders_own(context))
    limit_mails_to_stranger(context, job.asker)
    context.work.jobs.add(job)
    text = f"This takes a while. {what} will be mailed to you, {_longest_wait(context)}."
    return filled(text)


def _longest_wait(context: "Context") -> str:
    """Returns the time that it may take at most, as searches run one after the other."""
    waiting = context.work.jobs.waiting()
    seconds = waiting * (context.prover.seconds + OVERHEAD_SECONDS)
    before = f": {counted(waiting - 1, 'search', 'searches')} before it" if waiting > 1 else ""
    return f"within {counted(math.ceil(seconds / 60), 'minute')} at most{before}"


# Responses with the exact values of positions.

WITHHELD = (
    "The value of this position is withheld: a running game that is rated, for the ladder or of a "
    "tournament has come to it, or may come to it soon. It is told again once that game is over."
)


def check_open(context: "Context", match: Match) -> None:
    """Raises NotAllowedError for a position whose value is withheld."""
    if context.prover.withholds(match):
        raise withheld_error(context.prover, match)


def withheld_error(prover: FairProver, match: Match) -> NotAllowedError:
    """Returns the error for a position whose value is withheld; names what all may know."""
    start = None if match.ply else prover.prove_start(match)
    known = f"\n{value_sentence(match, start.value)} That is known of the start." if start else ""
    return NotAllowedError(f"{filled(WITHHELD)}{known}")


def value_response(match: Match, proof: "Proof | Unproved", seconds: float = 0) -> Response:
    """Returns the response with the value, or one that says why none was found."""
    subject, data = f"{match.game.title}: solve", match_data(match)
    if match.outcome:
        seats = [seat.name for seat in match.game.seats]
        return text_response(subject, "\n".join(verdict(match.outcome, seats)), data)
    if isinstance(proof, Unproved):
        text = unproved_text(proof.limit, seconds, untried=proof.untried)
        return text_response(subject, text, data | {"value": None, "limit": proof.limit})
    return text_response(subject, proof_text(match, proof), data | proof_data(proof))


# Responses with the reviews of finished boards, and the queue of reviews that are mailed.

MOVES = "Move by move"
"""The title of the text of a review."""


def review_content(board: Board, text: str, review: GameReview | None) -> MessageBatch:
    """Returns the review with the position before the decisive move, or else the last one.

    `review`: what its text tells, to be drawn.
    """
    decisive_ply = review.decisive if review else None
    ply = board.match.ply if decisive_ply is None else decisive_ply - 1
    shown = "The last position" if decisive_ply is None else "The decisive position"
    return MessageBatch(
        subject=_subject(board),
        board=f"{board.game.name} {board.number}",
        parts=(
            (MOVES, TextMessage(subject=MOVES, text=text, review=review)),
            (shown, snapshot_of(board, ply=ply)),
        ),
    )


def check_finished(board: Board) -> None:
    """Raises IllegalError for a board on which the game goes on."""
    if board.active:
        raise IllegalError(
            f"The game on board {board.number} goes on: it can be reviewed once it is over."
        )


def request_review(context: "Context", board: Board) -> Response:
    """Queues the review of a board; raises NotAllowedError for a second one and beyond limits."""
    data = {"game": board.game.name, "board": board.number}
    text = enqueue(context, _new_job(context, board), "The review")
    response = text_response(_subject(board), text, data | {"taken_on": True})
    return replace(response, queued=True, announces=True)


def _new_job(context: "Context", board: Board) -> Job:
    """Returns the job for a player with this address; raises NotAllowedError if all had theirs."""
    players = sorted(context.viewer.players)
    if not players:
        raise NotAllowedError(
            "Reviews are for registered players: write from the address with which you registered."
        )
    asked, caller = {"game": board.game.name, "board": board.number}, context.caller
    job = Job("review", caller.address, caller.message_id, asked, context.now())
    jobs = [replace(job, player=player) for player in players]
    requested = [context.work.jobs.asked(each) for each in jobs]
    for each, at in zip(jobs, requested, strict=True):
        if at is None:
            return each
    latest = max(at for at in requested if at)
    raise NotAllowedError(
        f"You have asked for the review of board {board.number} already, at "
        f"{format_moment(latest)}:\neach player gets one review of a board."
    )


def _subject(board: Board) -> str:
    return f"Review of {board.game.title} Board {board.number}"


# The moves of a finished game with what is proved about them.

MOST_REVIEWED = 100
"""The most moves that a mail lists with their values; the last ones are the most telling."""
SHARED_BOARDS = 64
"""The boards whose mistakes are kept: mails about the end of a game are rendered together."""


def reviewed_moves(
    match: Match, values: Sequence[Value | None], names: Sequence[str]
) -> tuple[ReviewedMove, ...]:
    """Returns the last moves before or after which a value is proved.

    `values`: those before each move. `names`: the players' userids, by seat.
    """
    afters = [*(value and value.before for value in values[1:]), _end(match)]
    moves = zip(match.state.played, values, afters, strict=False)
    proved = [_valued(state, names, *around) for state, *around in moves if any(around)]
    return tuple(proved[-MOST_REVIEWED:])


def _end(match: Match) -> Value | None:
    """Returns the value of the move that ended the game, to its player; None if none did."""
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
    told = {"after": words, "share": share, "mark": "??" if worse else ""}
    value = value_words(before, state.ply - 1) if before else ""
    return _reviewed(state, value).model_copy(update=told)


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
    if mistake and {mistake.ply - 1, mistake.ply} & {*part.withheld}:
        mistake = None
    return part.model_copy(update={"decisive_mistake": mistake})


@lru_cache(SHARED_BOARDS)
def _mistake(
    prover: Prover, name: str, options: tuple[str, ...], log: tuple[str, ...]
) -> ReviewedMove | None:
    game = games.stored(name)
    match = Match.replay_texts(game, game.read_options(options), log)
    return decisive_mistake(match, prover.review(match).mistake)


def _reviewed(state: State, value: str = "") -> ReviewedMove:
    return ReviewedMove(ply=state.ply, seat=state.mover or 0, move=state.move, value=value)
