"""The mail by which a player learns how the boards stand after the server was restored."""

import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, ChatMessage, MessageBatch, TextMessage
from commands.messages.snapshot import clock_times
from commands.notifications.digests import (
    MAX_DIGEST_LENGTH,
    BoardMessage,
    board_parts,
    digest_of,
    messages_of,
    schedule_of,
)
from commands.views import rendering
from commands.views.board_parts import board_title
from commands.views.board_text import thread_subject
from pbm.board import Board, Player
from pbm.wording import WIDTH, counted, local_time

BoardName = tuple[str, int]
SUBJECT = "The server was restored"
WHAT_HAPPENED = (
    "Data of this server were lost, and it was restored from a backup. Everything is as it was on "
    "{}: whatever happened after that is lost, also what you were told by mail."
)
ONCE_MORE = (
    "If you have moved, accepted, resigned, offered, challenged or written anything since then, "
    "please send it once more. No time has run on any clock since then."
)
HOW = (
    "Your boards are below, with the deadlines that hold now. Reply addresses in older mails about "
    "them still work. A board that isn't listed here was started later, or is over."
)
LEFT_OUT = "No room is left here for these boards; {} shows them:"


def restored_mail(
    context: Context, player: Player, boards: Sequence[Board], since: datetime
) -> MessageBatch:
    """Returns the mail: what happened, and each board as it is now, with its news.

    Those whose turn it is come first. `since`: the moment of the state that goes on.
    """
    held = _held(context, player)
    ordered = sorted(boards, key=lambda board: not _is_to_move(board, player))
    fitting = _fitting(
        [
            digest_of(context, player, board, held.pop((board.game.name, board.number), []))
            for board in ordered
        ]
    )
    others = [part for messages in held.values() for part in board_parts(context, player, messages)]
    text = _text(context, player, ordered, since, ordered[len(fitting) :])
    first = TextMessage(subject=SUBJECT, text=text)
    parts = [(_title(part), part) for part in (*fitting, *others)]
    return MessageBatch(subject=_subject(player, boards), parts=((SUBJECT, first), *parts))


def _held(context: Context, player: Player) -> dict[BoardName, list[BoardMessage]]:
    """Removes and returns what was held for the player, by board: this mail tells it."""
    found: dict[BoardName, list[BoardMessage]] = {}
    for message in messages_of(context.work.held_notices.take(player)):
        found.setdefault((message.game, message.number), []).append(message)
    return found


def _is_to_move(board: Board, player: Player) -> bool:
    return board.mover is not None and board.mover.id == player.id


def _fitting(parts: Sequence[BoardSnapshot]) -> list[BoardSnapshot]:
    """Returns the first of these parts, as many as a mail can show."""
    fitting: list[BoardSnapshot] = []
    free = MAX_DIGEST_LENGTH
    for part in parts:
        free -= len(rendering.text(part))
        if free < 0:
            break
        fitting.append(part)
    return fitting


def _title(part: BoardSnapshot | ChatMessage) -> str:
    return thread_subject(part.game, part.number, part.players)


def _subject(player: Player, boards: Sequence[Board]) -> str:
    waiting = sum(_is_to_move(board, player) for board in boards)
    if not waiting:
        return SUBJECT
    verb = "waits" if waiting == 1 else "wait"
    return f"{SUBJECT}: {counted(waiting, 'board')} {verb} for you"


def _text(
    context: Context,
    player: Player,
    boards: Sequence[Board],
    since: datetime,
    left_out: Sequence[Board],
) -> str:
    zone = schedule_of(context, player).zone
    paragraphs = [WHAT_HAPPENED.format(local_time(since, zone)), ONCE_MORE]
    paragraphs += [HOW] if boards else []
    lines = [textwrap.fill(each, WIDTH) for each in paragraphs]
    if left_out:
        rest = LEFT_OUT.format(f'"all show {player.userid} active"')
        lines.append("\n".join([rest, *_lines(left_out, zone)]))
    return "\n\n".join(lines)


def _lines(boards: Sequence[Board], zone: str) -> Iterator[str]:
    for board in boards:
        mover = board.mover.userid if board.mover else "nobody"
        deadline = clock_times(board).forfeit
        by = f" by {local_time(deadline, zone)}" if deadline else ""
        title = board_title(board.game.title, board.number)
        yield f"  {title}: {mover} to make move #{board.match.ply + 1}{by}"
