"""Digests: what was held back for a player, board by board, as the boards stand now."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from commands.accounts.preferences import DELIVERY
from commands.context.context import Context
from commands.messages.content import (
    BoardSnapshot,
    ChatMessage,
    Comment,
    MessageBatch,
    Part,
    dump,
    load,
)
from commands.messages.response import Notification
from commands.notifications.schedule import DeliverySchedule
from commands.views import rendering
from commands.views.board import thread_subject
from pbm.board import Board, Player
from pbm.errors import UserError
from pbm.ports import HeldMail
from pbm.wording import counted

MAX_DIGEST_LENGTH = rendering.MAX_LENGTH // 2
"""How long a digest of several boards may be; another form of it may need twice as much."""

BoardMessage = BoardSnapshot | ChatMessage


def digests(context: Context, player: Player, held: Sequence[HeldMail]) -> tuple[Notification, ...]:
    """What these mails tell their player, in as few mails as it fits into."""
    told = sorted(map(_board_message, held), key=_board_key)
    parts = [
        part
        for _, some in groupby(told, key=_board_key)
        for part in _parts(context, player, [*some])
    ]
    return tuple(
        Notification(player.addresses, _mail(some), immediate=True) for some in _pack(parts)
    )


def pop_held(context: Context, player: Player, board: Board) -> list[BoardMessage]:
    """What was held back for a player about a board; from now on it no longer is."""
    return [_board_message(mail) for mail in context.work.held_notices.take(player, board)]


def digest_of(
    context: Context, player: Player, board: Board, told: Sequence[BoardMessage]
) -> BoardSnapshot:
    """The board as it is now: what was held may be older than the player's own last move."""
    boards = [content for content in told if isinstance(content, BoardSnapshot)]
    news = " ".join(content.news for content in boards if content.news)
    update = {
        "remarks": tuple(remark for content in told for remark in _comments(content)),
        "new": any(content.new for content in boards),
        "zone": schedule_of(context, player).zone,
    }
    return context.snapshot(board, to=player.userid, news=news).model_copy(update=update)


def hold_back(context: Context, player: Player, board: Board, content: BoardMessage) -> None:
    """Keeps what is said for the player's digest."""
    now = context.now()
    due = schedule_of(context, player).due(now)
    context.work.held_notices.put(HeldMail(player.id, board.id, now, dump(content), due))


def schedule_of(context: Context, player: Player) -> DeliverySchedule:
    """How this player wants to be told."""
    return DeliverySchedule.read(context.work.preferences.get(player, DELIVERY))


def _parts(
    context: Context, player: Player, told: Sequence[BoardMessage]
) -> Sequence[BoardMessage]:
    """One for a board; a board that is frozen can't be shown, but what was said of it can."""
    try:
        board = context.work.boards.find(told[0].game, told[0].number)
    except UserError:
        return told
    return [digest_of(context, player, board, told)] if board else told


def _comments(content: BoardMessage) -> tuple[Comment, ...]:
    if isinstance(content, ChatMessage):
        return (Comment(writer=content.writer, text=content.text),)
    return content.written


def _pack(parts: Sequence[BoardMessage]) -> Iterator[list[BoardMessage]]:
    """The parts in mails of which none is too long: views leave out what is."""
    packed: list[BoardMessage] = []
    room = MAX_DIGEST_LENGTH
    for part in parts:
        size = len(rendering.text(part))
        if packed and size > room:
            yield packed
            packed, room = [], MAX_DIGEST_LENGTH
        packed.append(part)
        room -= size
    if packed:
        yield packed


def _mail(parts: Sequence[BoardMessage]) -> Part | MessageBatch:
    """A single board's is like any mail about it, and in its thread."""
    if len(parts) == 1:
        return parts[0]
    boards = len({_board_key(part) for part in parts})
    titled = tuple((thread_subject(part.game, part.number, part.players), part) for part in parts)
    return MessageBatch(subject=f"Digest: {counted(boards, 'board')}", parts=titled)


def _board_message(mail: HeldMail) -> BoardMessage:
    content = load(mail.content)
    if not isinstance(content, BoardMessage):
        raise TypeError(f"{content.kind} isn't held back")
    return content


def _board_key(content: BoardMessage) -> tuple[str, int]:
    return content.game, content.number
