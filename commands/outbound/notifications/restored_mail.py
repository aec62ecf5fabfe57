"""Makes the email that informs a player about their boards after the server was restored."""

from collections.abc import Sequence
from datetime import datetime

from commands.content.banners_and_actions import Action
from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    MessageBatch,
    Part,
    TextMessage,
)
from commands.content.reply_claims import claims_of
from commands.content.snapshot import clock_times
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import (
    BoardMessage,
    board_parts,
    digest_of,
    messages_of,
    schedule_of,
)
from commands.views.text.board_text import thread_subject
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.wording import counted, filled, local_time

BoardName = tuple[str, int]
SUBJECT = "The server was restored"
HEADING = "What happened"
WHAT_HAPPENED = (
    "Sorry: this server lost data, and we restored a backup. Everything is as it was on {}. "
    "Anything that happened later is lost, even if we told you about it."
)
ONCE_MORE = (
    "If you have moved, accepted a challenge, resigned, made an offer or sent a message since "
    "then, please do it again. All clocks were paused during that time."
)
HOW = (
    "Your games are below, with their current deadlines. You can still reply to older emails "
    "about them. A game that isn't listed here is over, or it started after the backup and is "
    "lost."
)
MOST_SHOWN = 5
"""Maximum number of boards that are shown, because of the HTML's size. Others are described."""


def restored_mail(
    context: Context, player: Player, boards: Sequence[Board], since: datetime
) -> MessageBatch:
    """Returns the email about a restore.

    It shows the player's boards as they are now, with their news.

    Boards on which the player is to move are first.

    `since`: the time of the restored state.
    """
    deferred = _pop_deferred(context, player)
    ordered = sorted(boards, key=lambda board: not _is_to_move(board, player))
    zone = schedule_of(context, player).zone
    shown_boards, other_boards = ordered[:MOST_SHOWN], ordered[MOST_SHOWN:]
    parts: list[Part] = [
        digest_of(context, player, board, deferred.pop(_name(board), [])) for board in shown_boards
    ]
    parts += [
        _in_words(board, player, zone) for board in other_boards if _name(board) not in deferred
    ]
    for messages in deferred.values():
        parts += board_parts(context, player, messages)
    first = TextMessage(subject=HEADING, text=_text(since, zone, has_boards=bool(boards)))
    titled = [(_title(part), part) for part in parts]
    return MessageBatch(subject=_subject(player, boards), parts=((HEADING, first), *titled))


def _pop_deferred(context: Context, player: Player) -> dict[BoardName, list[BoardMessage]]:
    """Removes and returns the notifications deferred for the player, by board."""
    messages_of_boards: dict[BoardName, list[BoardMessage]] = {}
    for message in messages_of(context.work.deferred_notifications.take(player)):
        messages_of_boards.setdefault((message.game, message.number), []).append(message)
    return messages_of_boards


def _is_to_move(board: Board, player: Player) -> bool:
    return board.mover is not None and board.mover.id == player.id


def _name(board: Board) -> BoardName:
    return board.game.name, board.number


def _in_words(board: Board, player: Player, zone: str) -> TextMessage:
    """Returns a text about whose turn it is on a board, with the board's reply address."""
    mover = board.mover.userid if board.mover else "Nobody"
    turn = "You play" if _is_to_move(board, player) else f"{mover} plays"
    deadline = clock_times(board).move_by
    by = f" by {local_time(deadline, zone)}" if deadline else ""
    names = [each.userid for each in board.players]
    seat = board.seat_of(player)
    return TextMessage(
        subject=thread_subject(board.game.name, board.number, names),
        text=f"{turn} move {board.match.ply + 1}{by}.",
        ticket=None if seat is None else claims_of(board).for_seat(seat),
        suggestions=(Action(label="Show the game", line=f"{board.game.name} show {board.number}"),),
    )


def _title(part: Part) -> str:
    if isinstance(part, BoardSnapshot | ChatMessage):
        return thread_subject(part.game, part.number, part.players)
    return part.subject


def _subject(player: Player, boards: Sequence[Board]) -> str:
    waiting = sum(_is_to_move(board, player) for board in boards)
    if not waiting:
        return SUBJECT
    return f"{SUBJECT}: your move in {counted(waiting, 'game')}"


def _text(since: datetime, zone: str, *, has_boards: bool) -> str:
    paragraphs = [WHAT_HAPPENED.format(local_time(since, zone)), ONCE_MORE]
    paragraphs += [HOW] if has_boards else []
    return "\n\n".join(filled(each) for each in paragraphs)
