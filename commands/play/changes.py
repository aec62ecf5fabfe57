"""What moving, resigning and the like have in common: keeping the board and telling everybody."""

import re

from commands.context.context import Context
from commands.messages.response import Response
from commands.play.queued_moves import PlanResult, play_queued
from commands.play.ratings import update_ratings
from commands.views.data import board_data
from pbm.board import Board, Player
from pbm.errors import IllegalError
from pbm.secret import Secret

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line like that above comments: below one of the writer's own, others' words could be forged."""


def apply_change(
    context: Context, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Response:
    """Keeps the board, carries out what it makes due, and tells its players."""
    fired = _play_due(context, play_queued(after, context.now()))
    after = context.work.boards.save(before, fired.board, context.now())
    after = update_ratings(context, after)
    content = context.snapshot(after, news=" ".join([news, *fired.news])).model_copy(
        update={"writer": player.userid if comment else "", "comment": comment}
    )
    response = content.model_copy(update={"to": player.userid})
    return Response(
        response,
        board_data(after),
        (*context.notifications_of(after, content), *fired.notifications),
    )


def clean_comment(first: str, body: str, password: Secret) -> str:
    """The comment, from the command's line and the mail's body, without the password."""
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    comment = COMMENT_RULE.sub("***", password.hide(written))
    if len(comment) <= MAX_COMMENT_LENGTH:
        return comment
    return f"{comment[:MAX_COMMENT_LENGTH]}\n[cut here: comments are at most {MAX_COMMENT_LENGTH} long]"


def check_ongoing(board: Board) -> None:
    """Refuses boards on which nothing more can happen."""
    if board.match.outcome:
        raise IllegalError(f"The game on board {board.number} is over.")


def _play_due(context: Context, fired: PlanResult) -> PlanResult:
    """Resignations given out of turn, now that their turns have come, and moves queued behind."""
    board, seat = fired.board, fired.board.match.to_move
    if seat is None or seat not in board.resigning or board.players[seat].banned:
        return fired
    player = board.players[seat]
    after = play_queued(board.resign(seat, context.now(), player.userid), context.now())
    news = (*fired.news, f"{player.userid} resigns, as said before.", *after.news)
    return _play_due(
        context, PlanResult(after.board, news, (*fired.notifications, *after.notifications))
    )
