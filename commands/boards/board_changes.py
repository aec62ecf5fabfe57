"""Finish a change of a board that a command has made.

Queued moves and resignations that are now due are carried out. Then the board, ratings, ladder and
tournament are saved, and players are notified.
"""

from collections.abc import Sequence
from dataclasses import replace

from commands.boards.comment_cleaning import publish_comment
from commands.boards.ladders.rank_changes import settle
from commands.boards.playing_queued_moves import PlanResult, play_queued
from commands.boards.rating_changes import update_ratings
from commands.boards.tournaments.tournaments import record_result
from commands.content.messages import BoardSnapshot
from commands.content.response import Notification, Response
from commands.context.board_notifications import notifications_of
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputized_seat
from commands.system.metrics import MOVES
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.match.match import Event

SERVER_AUTHOR = "server"
"""Author of events that the server causes. No player can have this userid."""
MAX_MOVES_PER_EMAIL = 10
"""Maximum number of moves that one email makes on a board, including the queued answers to them."""


def apply_change(
    context: Context, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Response:
    """Plays queued moves that are now due, saves the board, and notifies its players.

    Resignations that were sent out of turn are carried out, too. The response shows the board to
    `player`, who made the change.
    """
    _publish(context, before, after, player, comment)
    result = PlanResult(after)
    if after.plans or after.resigning:
        result = _play_due(context, play_queued(after, context.now()))
    after = context.work.boards.save(before, result.board, context.now())
    moves = after.match.ply - before.match.ply
    context.caller.allowance.add_moves(after.id, moves)
    if moves > 0:
        context.work.count(MOVES, after.game.name, amount=moves)
    # Most boards have no tournament, and a move should run no code for one.
    if after.tournament:
        record_result(context, before, after)
    after = update_ratings(context, after)
    sentences = [news, *result.news, settle(context, before, after) if after.terms.ladder else ""]
    content = context.snapshot(after, news=" ".join(filter(None, sentences)), before=before)
    update: dict[str, object] = {"writer": player.userid, "comment": comment} if comment else {}
    update |= _reviewable(context, after) if after.match.outcome else {}
    content = content.model_copy(update=update) if update else content
    notifications = notifications_of(context, after, content)
    return Response(
        _own_content(context, notifications, content, after, player),
        board_data(after),
        (*notifications, *result.notifications),
    )


def _reviewable(context: Context, board: Board) -> dict[str, object]:
    """Returns the moves and withheld plies for a later search for the decisive mistake."""
    withheld = sorted(context.prover.withheld_plies(board.match))
    return {"game_log": board.match.state.effective, "withheld": tuple(withheld)}


def has_left(board: Board, seat: int) -> bool:
    """Whether the seat no longer plays in a game that others continue.

    The player may have left the game, or may be out by its rules.
    """
    return seat not in board.game.remaining(board.match.state.position)


def sign_off_board(context: Context, board: Board, seat: int) -> tuple[Notification, ...]:
    """Ends a player's game on a board.

    If the player hasn't moved there yet, the board is removed. Boards of ladders and tournaments
    stay, because they count there.
    """
    player = board.players[seat]
    news = f"{player.userid} has deleted their account."
    if board.moved(seat) or board.terms.ladder or board.tournament:
        event = Event(f"leave {seat} deleted their account", context.now(), player.userid)
        after = board.with_match(board.match.add(event))
    else:
        after = replace(board, removed=f"{player.userid} deleted their account")
    return apply_change(context, board, after, player, news=news, comment="").notifications


def _own_content(
    context: Context,
    notifications: Sequence[Notification],
    content: BoardSnapshot,
    board: Board,
    player: Player,
) -> BoardSnapshot:
    """Returns the content as this player would see it, even if they get no notification."""
    snapshots = (each.content for each in notifications if isinstance(each.content, BoardSnapshot))
    own_snapshot = next((each for each in snapshots if each.to == player.userid), None)
    if own_snapshot or board.seat_of(player) is not None:
        return own_snapshot or content.model_copy(update={"to": player.userid})
    seat = deputized_seat(context.work, board, player, context.now())
    if seat is None:  # The deputy's move has ended the game, so there is no turn to deputize for.
        return content.model_copy(update={"to": player.userid})
    return addressed_to_deputy(content, board, seat, player)


def _publish(context: Context, before: Board, after: Board, player: Player, comment: str) -> None:
    """Publishes a comment if its author allows it, and deletes comments on moves taken back."""
    if after.match.state.epoch > before.match.state.epoch:
        context.work.published_comments.take_back(after)
    publish_comment(context, after, player, comment)


def check_moves_per_email(context: Context, board: Board) -> None:
    """Raises NotAllowedError if the email has made its maximum number of moves on the board."""
    caller = context.caller
    if caller.address and caller.allowance.moves[board.id] >= MAX_MOVES_PER_EMAIL:
        raise NotAllowedError(
            f"You can make at most {MAX_MOVES_PER_EMAIL} moves in a game with one email. Please "
            "send the rest in another email."
        )


def check_ongoing(board: Board) -> None:
    """Raises IllegalError if the game on the board is over."""
    if board.match.outcome:
        raise IllegalError(f"The game on board {board.number} is over: {board.result}.")


def _play_due(context: Context, result: PlanResult) -> PlanResult:
    """Carries out resignations sent out of turn that are now due, then the next queued moves."""
    board, seat = result.board, result.board.match.to_move
    if seat is None or seat not in board.resigning or board.players[seat].banned:
        return result
    player = board.players[seat]
    after = play_queued(board.resign(seat, context.now(), player.userid), context.now())
    news = (*result.news, f"{player.userid} resigns, as announced.", *after.news)
    return _play_due(
        context, PlanResult(after.board, news, (*result.notifications, *after.notifications))
    )
