"""Responses with the reviews of finished boards, and the queue of those that are mailed."""

from dataclasses import replace
from typing import TYPE_CHECKING

from commands.context.confirmation_mail import limit_mails_to_stranger
from commands.context.evidence import is_senders_own
from commands.messages.content import MessageBatch, TextMessage
from commands.messages.response import Response, text_response
from commands.messages.snapshot import snapshot_of
from commands.play.search_queue import taken_on_text
from commands.security.lockout import format_moment
from pbm.board.board import Board, Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.stored import ReviewJob

if TYPE_CHECKING:
    from commands.context.context import Context


MOVES = "Move by move"
"""The title of the text of a review."""


def review_content(board: Board, text: str, decisive_ply: int | None) -> MessageBatch:
    """Returns the review with the position before the decisive move, or else the last one."""
    ply = board.match.ply if decisive_ply is None else decisive_ply - 1
    shown = "The last position" if decisive_ply is None else "The decisive position"
    return MessageBatch(
        subject=_subject(board),
        board=f"{board.game.name} {board.number}",
        parts=(
            (MOVES, TextMessage(subject=MOVES, text=text)),
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
    reviews = context.work.reviews
    player = _asking(context, board)
    if reviews.waiting() >= context.policy.solves_waiting:
        raise NotAllowedError(
            "Too many games wait to be reviewed just now; please ask again later."
        )
    context.rate_limits.limit_searches(proved=is_senders_own(context))
    limit_mails_to_stranger(context, context.caller.address)
    caller = context.caller
    job = ReviewJob(caller.address, caller.letter, board.game.name, board.number, context.now())
    reviews.add(board, player, job)
    text = taken_on_text("The review", context)
    data = {"game": board.game.name, "board": board.number, "taken_on": True}
    return replace(text_response(_subject(board), text, data), queued=True)


def _asking(context: "Context", board: Board) -> Player:
    """Returns the player who asks, of those with this address; raises NotAllowedError."""
    players = context.work.players.by_ids(sorted(context.viewer.players))
    if not players:
        raise NotAllowedError(
            "Reviews are for registered players: write from the address with which you registered."
        )
    requested = [context.work.reviews.requested(board, player) for player in players]
    for player, at in zip(players, requested, strict=True):
        if at is None:
            return player
    latest = max(at for at in requested if at)
    raise NotAllowedError(
        f"You have asked for the review of board {board.number} already, at "
        f"{format_moment(latest)}:\neach player gets one review of a board."
    )


def _subject(board: Board) -> str:
    return f"Review of {board.game.title} Board {board.number}"
