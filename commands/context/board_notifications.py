"""Notify the players and watchers of a board, and the deputy of the player to move."""

from collections.abc import Iterator

from commands.content.messages import BoardSnapshot, ChatMessage
from commands.content.response import Notification
from commands.content.snapshot import with_note
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputy_at
from pbm.board.board import Board
from pbm.board.players import Player


def notifications_of(
    context: Context,
    board: Board,
    content: BoardSnapshot | ChatMessage,
    *,
    writer: Player | None = None,
) -> tuple[Notification, ...]:
    """Returns a notification for each player and watcher of a board.

    Players who block the writer get none.
    """
    readers = {player.id: player for player in (*board.players, *_notified(context, board))}
    deputy = deputy_of_mover(context, board) if isinstance(content, BoardSnapshot) else None
    if deputy:
        # The deputy may also watch the board, but should get only one email.
        readers.pop(deputy.id, None)
    notifications = tuple(
        Notification(player.addresses, _addressed_to(player, content, board))
        for player in readers.values()
        if writer is None or writer.id not in context.work.blocks.by(player)
    )
    if deputy and isinstance(content, BoardSnapshot):
        return (*notifications, to_deputy(deputy, board, content))
    return notifications


def deputy_of_mover(context: Context, board: Board) -> Player | None:
    """Returns the deputy of the player to move if they may move now."""
    seat = board.match.to_move if board.mover and board.mover.deputy else None
    return None if seat is None else deputy_at(context.work, board, seat, context.now())


def to_deputy(deputy: Player, board: Board, content: BoardSnapshot) -> Notification:
    """Returns the notification for the deputy of the player to move.

    It is never deferred, because the deputy has agreed to get it.
    """
    addressed = addressed_to_deputy(content, board, board.match.to_move or 0, deputy)
    return Notification(deputy.addresses, addressed, immediate=True)


def _notified(context: Context, board: Board) -> Iterator[Player]:
    """Yields the watchers.

    If the game is over, also yields the players who watch only for its end.
    """
    yield from context.watching(board)
    if board.match.outcome or board.removed:
        yield from context.work.watches.of(board, end_only=True)


def _addressed_to(
    player: Player, content: BoardSnapshot | ChatMessage, board: Board
) -> BoardSnapshot | ChatMessage:
    """Returns the content for this player. For a watcher, it offers to unsubscribe."""
    watches = None if board.seat_of(player) is not None else (player.id, board.id)
    addressed = content.model_copy(update={"to": player.userid, "unsubscribe": watches})
    return with_note(addressed, board) if isinstance(addressed, BoardSnapshot) else addressed
