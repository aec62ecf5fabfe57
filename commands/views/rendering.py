"""From what is said to what is read: subjects, text, HTML, and what goes with them."""

from collections.abc import Callable
from datetime import datetime

from commands.messages.content import Attached, BoardSaid, ChatSaid, Part, Plain, Said, Several
from commands.views import board, chat
from commands.views.board_parts import board_title
from commands.views.calendar import Entry
from commands.views.calendar import deadline as board_deadline
from commands.views.html.document import html
from pbm import games

__all__ = ["board_name", "deadline", "files", "html", "mail_text", "subject", "text"]

BETWEEN = f"\n\n{'-' * 60}\n"
LONGEST = 80_000
"""Mail readers clip answers that are much longer."""

LEFT_OUT = "The other answers are left out here: this mail would be too long."


def subject(said: Said) -> str:
    """The subject of a mail that says this."""
    if isinstance(said, BoardSaid):
        return board.subject(said)
    return chat.subject(said) if isinstance(said, ChatSaid) else said.subject


def text(said: Said) -> str:
    """It as plain text, as the shell prints it, without a final line end."""
    return _text(said, lambda file: file.content.rstrip("\n"))


def mail_text(said: Said, reply_to: Callable[[Said], str]) -> str:
    """It as the text of a mail, to which files are attached.

    `reply_to` gives the address for replies: the mail's own headers have that of a single part.
    """
    return _text(said, lambda file: file.note, reply_to)


def files(said: Said) -> tuple[Attached, ...]:
    """The files that go with it."""
    parts = [part for _, part in said.parts] if isinstance(said, Several) else [said]
    return tuple(part for part in parts if isinstance(part, Attached))


def deadline(said: Said, host: str, stamp: datetime) -> Entry | None:
    """When somebody must have moved, for the calendar of a board's player."""
    return board_deadline(said, host, stamp) if isinstance(said, BoardSaid) else None


def board_name(board: str) -> str:
    """`Knight Panic Board 101` for `knightpanic 101`."""
    game, number = board.split()
    return board_title(games.find(game).title, int(number))


def _how_to_reply(address: str) -> str:
    return f"\nWrite about this board to: {address}" if address else ""


def _text(
    said: Said, show: Callable[[Attached], str], reply_to: Callable[[Said], str] = lambda _: ""
) -> str:
    if not isinstance(said, Several):
        return _part(said, show, by_reply=bool(reply_to(said)))
    text = ""
    for title, part in said.parts:
        address = reply_to(part)
        shown = _part(part, show, by_reply=bool(address), apart=True)
        following = f"{title}{_how_to_reply(address)}\n\n{shown}"
        if len(text) + len(following) > LONGEST:
            return f"{text}{BETWEEN}{LEFT_OUT}"
        text += (BETWEEN if text else "") + following
    return text


def _part(
    said: Part, show: Callable[[Attached], str], *, by_reply: bool, apart: bool = False
) -> str:
    if isinstance(said, Plain):
        return said.text
    if isinstance(said, ChatSaid):
        return chat.text(said, by_reply=by_reply and not apart)
    if isinstance(said, BoardSaid):
        return board.text(said, by_reply=by_reply, apart=apart)
    return show(said)
