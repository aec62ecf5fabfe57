"""From what is said to what is read: subjects, text, HTML, and what goes with them."""

from collections.abc import Callable
from datetime import datetime

from commands.messages.content import (
    BoardSnapshot,
    ChatMessage,
    Content,
    FileMessage,
    MessageBatch,
    Part,
    TextMessage,
)
from commands.views import board, chat
from commands.views.board_parts import board_title
from commands.views.calendar import Entry
from commands.views.calendar import deadline as board_deadline
from commands.views.html.document import html
from pbm import games

__all__ = ["board_name", "deadline", "files", "html", "mail_text", "subject", "text"]

BETWEEN = f"\n\n{'-' * 60}\n"
MAX_LENGTH = 80_000
"""Mail readers clip answers that are much longer."""

LEFT_OUT = "The other answers are left out here: this mail would be too long."


def subject(content: Content) -> str:
    """The subject of a mail that says this."""
    if isinstance(content, BoardSnapshot):
        return board.subject(content)
    return chat.subject(content) if isinstance(content, ChatMessage) else content.subject


def text(content: Content) -> str:
    """It as plain text, as the shell prints it, without a final line end."""
    return _text(content, lambda file: file.content.rstrip("\n"))


def mail_text(content: Content, reply_to: Callable[[Content], str]) -> str:
    """It as the text of a mail, to which files are attached.

    `reply_to` gives the address for replies: the mail's own headers have that of a single part.
    """
    return _text(content, lambda file: file.note, reply_to)


def files(content: Content) -> tuple[FileMessage, ...]:
    """The files that go with it."""
    parts = [part for _, part in content.parts] if isinstance(content, MessageBatch) else [content]
    return tuple(part for part in parts if isinstance(part, FileMessage))


def deadline(content: Content, host: str, stamp: datetime) -> Entry | None:
    """When somebody must have moved, for the calendar of a board's player."""
    return board_deadline(content, host, stamp) if isinstance(content, BoardSnapshot) else None


def board_name(board: str) -> str:
    """`Knight Panic Board 101` for `knightpanic 101`."""
    game, number = board.split()
    return board_title(games.find(game).title, int(number))


def _how_to_reply(address: str) -> str:
    return f"\nWrite about this board to: {address}" if address else ""


def _text(
    content: Content,
    show: Callable[[FileMessage], str],
    reply_to: Callable[[Content], str] = lambda _: "",
) -> str:
    if not isinstance(content, MessageBatch):
        return _part(content, show, by_reply=bool(reply_to(content)))
    text = ""
    for title, part in content.parts:
        address = reply_to(part)
        shown = _part(part, show, by_reply=bool(address), apart=True)
        following = f"{title}{_how_to_reply(address)}\n\n{shown}"
        if len(text) + len(following) > MAX_LENGTH:
            return f"{text}{BETWEEN}{LEFT_OUT}"
        text += (BETWEEN if text else "") + following
    return text


def _part(
    content: Part, show: Callable[[FileMessage], str], *, by_reply: bool, apart: bool = False
) -> str:
    if isinstance(content, TextMessage):
        return content.text
    if isinstance(content, ChatMessage):
        return chat.text(content, by_reply=by_reply and not apart)
    if isinstance(content, BoardSnapshot):
        return board.text(content, by_reply=by_reply, apart=apart)
    return show(content)
