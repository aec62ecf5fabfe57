"""Responses with the reviews of finished boards, and requests for reviews by email."""

from dataclasses import replace

from commands.boards.analysis.search_queue import enqueue
from commands.content.messages import GameReview, MessageBatch, TextMessage
from commands.content.response import Arrival, Response, text_response
from commands.content.snapshot import snapshot_of
from commands.context.context import Context
from commands.security.lockout import format_moment
from pbm.board.board import Board
from pbm.errors import IllegalError, NotAllowedError
from pbm.stored_values import Job

MOVES = "Move by move"
"""Title of the text of a review."""


def review_content(board: Board, text: str, review: GameReview | None) -> MessageBatch:
    """Returns the review and a position: the one before the decisive move, or else the last one.

    `text`: the review in words.
    `review`: the same review, to be drawn. None if there is nothing to draw.
    """
    decisive_ply = review.decisive if review else None
    ply = board.match.ply if decisive_ply is None else decisive_ply - 1
    title = "The last position" if decisive_ply is None else "The decisive position"
    return MessageBatch(
        subject=_subject(board),
        board=f"{board.game.name} {board.number}",
        parts=(
            (MOVES, TextMessage(subject=MOVES, text=text, review=review)),
            (title, snapshot_of(board, ply=ply)),
        ),
    )


def check_finished(board: Board) -> None:
    """Raises IllegalError if the game on the board isn't over."""
    if board.active:
        raise IllegalError("This game isn't over yet. Ask for the review when it is.")


def request_review(context: Context, board: Board) -> Response:
    """Queues the review of a board.

    Raises NotAllowedError if the player has had it already, or if a limit is exceeded.
    """
    data = {"game": board.game.name, "board": board.number}
    text = enqueue(context, _new_job(context, board), "The review")
    response = text_response(_subject(board), text, data | {"taken_on": True})
    return replace(response, arrival=Arrival.ANNOUNCED)


def _new_job(context: Context, board: Board) -> Job:
    """Returns the job for a player with the sender's address who hasn't had this review.

    Raises NotAllowedError if there is no such player.
    """
    players = sorted(context.viewer.players)
    if not players:
        raise NotAllowedError(
            "Only registered players can get reviews. Write from your registered address."
        )
    asked, caller = {"game": board.game.name, "board": board.number}, context.caller
    job = Job("review", caller.address, caller.message_id, asked, context.now())
    jobs = [replace(job, player=player) for player in players]
    requested = [context.work.jobs.asked(candidate) for candidate in jobs]
    for candidate, at in zip(jobs, requested, strict=True):
        if at is None:
            return candidate
    latest = max(at for at in requested if at)
    raise NotAllowedError(
        f"You asked for a review of this game at {format_moment(latest)}. "
        "You can get only one review of each game."
    )


def _subject(board: Board) -> str:
    return f"Review of {board.game.title} Board {board.number}"
