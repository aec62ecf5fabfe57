"""Changes of boards, by moves, resignations and offers: saved, and their players notified."""

from collections.abc import Sequence

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, ReviewedMove
from commands.messages.response import Notification, Response
from commands.play.comments import publish_comment
from commands.play.queued_moves import PlanResult, play_queued
from commands.play.ratings import update_ratings
from commands.play.reviewed_moves import decisive_mistake
from commands.system.metrics import MOVES
from commands.views.data import board_data
from pbm.board import Board, Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.match import Match

MOVES_OF_LETTER = 10
"""The most moves that one mail makes on a board, with the answers queued to them."""


def apply_change(
    context: Context, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Response:
    """Plays what the change makes due, saves the board, and notifies its players.

    The response shows the board to `player`, the author of the change.
    """
    _publish(context, before, after, player, comment)
    result = _play_due(context, play_queued(after, context.now()))
    after = context.work.boards.save(before, result.board, context.now())
    moves = after.match.ply - before.match.ply
    context.moves[after.id] += moves
    if moves > 0:
        context.work.count(MOVES, after.game.name, amount=moves)
    after = update_ratings(context, after)
    content = context.snapshot(after, news=" ".join([news, *result.news]), before=before)
    content = content.model_copy(
        update={
            "writer": player.userid if comment else "",
            "comment": comment,
            "decisive_mistake": _decisive_mistake(context, after.match),
        }
    )
    notifications = context.notifications_of(after, content)
    return Response(
        _own_content(notifications, content, player),
        board_data(after),
        (*notifications, *result.notifications),
    )


def _own_content(
    notifications: Sequence[Notification], content: BoardSnapshot, player: Player
) -> BoardSnapshot:
    """Returns the content as this player is told it, or would be."""
    told = (each.content for each in notifications if isinstance(each.content, BoardSnapshot))
    own = next((each for each in told if each.to == player.userid), None)
    return own or content.model_copy(update={"to": player.userid})


def _publish(context: Context, before: Board, after: Board, player: Player, comment: str) -> None:
    """Stores a comment that is to be published, and deletes those to moves taken back."""
    if after.match.state.epoch > before.match.state.epoch:
        context.work.published_comments.take_back(after)
    publish_comment(context, after, player, comment)


def check_moves_of_letter(context: Context, board: Board) -> None:
    """Raises NotAllowedError if the caller's mail has made as many moves on the board as it may."""
    if context.caller.moves.get(board.id, 0) >= MOVES_OF_LETTER:
        raise NotAllowedError(
            f"One mail makes at most {MOVES_OF_LETTER} moves on a board. "
            "Please send the others in another mail."
        )


def _decisive_mistake(context: Context, match: Match) -> ReviewedMove | None:
    if not match.outcome:
        return None
    return decisive_mistake(match, context.prover.mistake(match))


def check_ongoing(board: Board) -> None:
    """Raises IllegalError if the game on the board is over."""
    if board.match.outcome:
        raise IllegalError(f"The game on board {board.number} is over: {board.result}.")


def _play_due(context: Context, result: PlanResult) -> PlanResult:
    """Executes resignations given out of turn whose turns have come, and moves queued behind."""
    board, seat = result.board, result.board.match.to_move
    if seat is None or seat not in board.resigning or board.players[seat].banned:
        return result
    player = board.players[seat]
    after = play_queued(board.resign(seat, context.now(), player.userid), context.now())
    news = (*result.news, f"{player.userid} resigns, as said before.", *after.news)
    return _play_due(
        context, PlanResult(after.board, news, (*result.notifications, *after.notifications))
    )
