"""Makes digests of a player's deferred notifications. They show the current state of the boards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import TypeVar

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Comment,
    MessageBatch,
    Part,
    dump,
    load,
)
from commands.content.reply_claims import digest_claims
from commands.content.response import Notification
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputized_seat
from commands.outbound.notifications.schedule import DeliverySchedule
from commands.players.preferences import DELIVERY
from commands.views.board_view import replayed
from commands.views.text import rendering
from commands.views.text.board_text import thread_subject
from pbm import games
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.viewers import Viewer
from pbm.errors import UserError
from pbm.stored_values import DeferredMail
from pbm.wording import counted

MAX_DIGEST_LENGTH = rendering.MAX_LENGTH // 2
"""Maximum length of a digest, or of the comments on one board, in characters.

It is half of the maximum of an email, because another format may need twice the space.
"""
SEVERAL_MOVES = (
    'To move in several games, reply to this email with one line for each, such as "{}: {}".'
)
Item = TypeVar("Item")
BoardMessage = BoardSnapshot | ChatMessage


def digests(
    context: Context, player: Player, deferred: Sequence[DeferredMail]
) -> tuple[Notification, ...]:
    """Returns the notifications deferred for a player, as digests in as few emails as possible."""
    claims = digest_claims(player, context.now())  # before the boards are read
    messages = sorted(messages_of(deferred), key=_board_key)
    parts = [
        part
        for _, some in groupby(messages, key=_board_key)
        for part in board_parts(context, player, [*some])
    ]
    mails = (
        mail.model_copy(update={"digest": claims, "note": _note(mail)})
        if isinstance(mail, MessageBatch)
        else mail
        for mail in pack(parts)
    )
    return tuple(Notification(player.addresses, mail, immediate=True) for mail in mails)


def pop_deferred(context: Context, player: Player, board: Board) -> list[BoardMessage]:
    """Removes and returns the notifications deferred for a player about a board."""
    return messages_of(context.work.deferred_notifications.take(player, board))


def messages_of(deferred: Sequence[DeferredMail]) -> list[BoardMessage]:
    """Returns the contents of deferred notifications."""
    return [_board_message(mail) for mail in deferred]


def digest_of(
    context: Context, player: Player, board: Board, messages: Sequence[BoardMessage]
) -> BoardSnapshot:
    """Returns a snapshot of the current board, with the news and comments of the messages.

    The messages may be older than the player's last move.
    """
    boards = [content for content in messages if isinstance(content, BoardSnapshot)]
    news = " ".join(content.news for content in boards if content.news)
    update = {
        "remarks": tuple(remark for content in messages for remark in _comments(content)),
        "new": any(content.new for content in boards),
        "proved": next((content.proved for content in boards if content.proved), ""),
        "deadline_changed": any(content.deadline_changed for content in boards),
        "zone": schedule_of(context, player).zone,
        "unsubscribe": messages[-1].unsubscribe if messages else None,
    }
    content = context.snapshot(board, to=player.userid, news=news).model_copy(update=update)
    seat = deputized_seat(context.work, board, player, context.now())
    return content if seat is None else addressed_to_deputy(content, board, seat, player)


def with_deferred(
    context: Context, player: Player, board: Board, content: BoardMessage
) -> BoardMessage:
    """Returns the message combined with everything deferred for the player about its board."""
    deferred = pop_deferred(context, player, board)
    return digest_of(context, player, board, [*deferred, content]) if deferred else content


def defer_message(
    context: Context, player: Player, board: Board, content: BoardMessage, due: datetime | None
) -> None:
    """Defers a message until the next email about its board, or until it is due.

    `due`: None if only the board decides that.
    """
    mail = DeferredMail(player.id, board.id, context.now(), dump(content), due)
    context.work.deferred_notifications.put(mail)


def schedule_of(context: Context, player: Player) -> DeliverySchedule:
    return DeliverySchedule.read(context.work.preferences.get(player, DELIVERY), player.rest)


def board_parts(
    context: Context, player: Player, messages: Sequence[BoardMessage]
) -> Sequence[BoardMessage]:
    """Returns one or several digests of the messages about a board.

    If the board is frozen and can't be shown, the messages themselves are returned. The result is
    empty if the player may no longer see the board.
    """
    first = messages[0]
    try:
        board = context.work.boards.find(first.game, first.number)
    except UserError:
        return messages if _may_read(context, player, first) else ()
    moves = board and deputized_seat(context.work, board, player, context.now()) is not None
    if not (moves or _may_read(context, player, first)):
        return ()
    if board is None:
        return messages
    return [digest_of(context, player, board, some) for some in _fitting(messages, _written)]


def _may_read(context: Context, player: Player, content: BoardMessage) -> bool:
    """Whether the player plays on the board or may see it."""
    if player.userid in content.players:
        return True
    viewer = Viewer(member=True, players=frozenset([player.id]))
    return context.work.boards.is_seen(content.game, content.number, viewer)


def _comments(content: BoardMessage) -> tuple[Comment, ...]:
    if isinstance(content, ChatMessage):
        return (Comment(writer=content.writer, text=content.text),)
    return content.all_comments


def _written(content: BoardMessage) -> int:
    return sum(len(comment.text) for comment in _comments(content))


def pack(parts: Sequence[Part]) -> Iterator[Part | MessageBatch]:
    """Yields the contents of emails with these parts. None is so long that views would cut it."""
    return map(_mail, _fitting(parts, lambda part: len(rendering.text(part))))


def _fitting(items: Iterable[Item], length: Callable[[Item], int]) -> Iterator[Sequence[Item]]:
    """Yields the items in their order, in groups that fit into a digest."""
    together: list[Item] = []
    free = MAX_DIGEST_LENGTH
    for item in items:
        size = length(item)
        if together and size > free:
            yield together
            together, free = [], MAX_DIGEST_LENGTH
        together.append(item)
        free -= size
    if together:
        yield together


def _mail(parts: Sequence[Part]) -> Part | MessageBatch:
    """Returns the content of an email. If it is about one board, it is in the board's thread."""
    if len(parts) == 1:
        return parts[0]
    titled = tuple((_title(part), part) for part in parts)
    return MessageBatch(subject=_digest_subject(parts), parts=titled)


def _note(mail: MessageBatch) -> str:
    """Returns how to move on several boards in one reply, or "" if the reader isn't to move."""
    boards = [part for _, part in mail.parts if isinstance(part, BoardSnapshot)]
    waiting = next(filter(_waits_for_reader, boards), None)
    legal = replayed(waiting).legal if waiting else ()
    return SEVERAL_MOVES.format(_label(waiting, boards), legal[0]) if waiting and legal else ""


def _label(board: BoardSnapshot, boards: Sequence[BoardSnapshot]) -> str:
    """Returns a board's number, with its game if boards of other games have the same number."""
    is_shared = any(each.number == board.number and each.game != board.game for each in boards)
    return f"{games.stored(board.game).title} {board.number}" if is_shared else str(board.number)


def _title(part: Part) -> str:
    if isinstance(part, BoardMessage):
        return thread_subject(part.game, part.number, part.players)
    return part.subject


def _digest_subject(parts: Sequence[Part]) -> str:
    """Returns a subject with the number of boards on which the reader is to move."""
    about = [part for part in parts if isinstance(part, BoardMessage)]
    if len(about) < len(parts):
        return counted(len(parts), "message")
    boards = len({_board_key(part) for part in about})
    waiting = len({_board_key(part) for part in about if _waits_for_reader(part)})
    if not waiting:
        return f"News about {counted(boards, 'game')}"
    number = counted(boards, "game")
    return f"Your move in {number if waiting == boards else f'{waiting} of {number}'}"


def _waits_for_reader(part: BoardMessage) -> bool:
    if not isinstance(part, BoardSnapshot) or part.removed:
        return False
    seat = replayed(part).to_move
    return seat is not None and part.players[seat] == part.acts_for


def _board_message(mail: DeferredMail) -> BoardMessage:
    content = load(mail.content)
    if not isinstance(content, BoardMessage):
        raise TypeError(f"{content.kind} can't be deferred")
    return content


def _board_key(content: BoardMessage) -> tuple[str, int]:
    return content.game, content.number
