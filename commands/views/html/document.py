"""What is said as the HTML part of a mail: no scripts, no images, nothing from elsewhere."""

from collections.abc import Callable, Iterator

from commands.messages.content import Attached, BoardSaid, ChatSaid, Part, Said, Several, parts_of
from commands.views import chat
from commands.views.board import thread_subject
from commands.views.html.board import board
from commands.views.html.links import chat_link
from commands.views.html.page import page, render
from commands.views.html.prose import blocks
from mail.composing.mime import carried_size

ROOM = 60_000
"""Bytes that are left for it, beside text and headers, if a mail stays below 90 KB."""


ReplyTo = Callable[[Part], str]
"""The address to which this reader's replies about a part go; empty where there is none."""


def html(said: Said, reply_to: ReplyTo, room: int = ROOM) -> str:
    """A page in ASCII; empty where its reader wants none or there is no room for it."""
    if any(map(_text_alone, parts_of(said))):
        return ""
    return next((made for made in _versions(said, reply_to) if carried_size(made) <= room), "")


def _text_alone(said: Part) -> bool:
    """Whether its reader wants no HTML."""
    return isinstance(said, BoardSaid | ChatSaid) and said.form in ("text", "classic")


def _versions(said: Said, reply_to: ReplyTo) -> Iterator[str]:
    """The page, then shorter ones, each made only when it is asked for."""
    if isinstance(said, Several):
        titled = [(title, next(_bodies(part, reply_to))) for title, part in said.parts]
        yield page(said.subject, render("several", parts=titled))
    else:
        yield from (page(_title(said), body) for body in _bodies(said, reply_to))


def _title(said: Part) -> str:
    if isinstance(said, BoardSaid | ChatSaid):
        return thread_subject(said.game, said.number, said.players)
    return said.subject


def _bodies(said: Part, reply_to: ReplyTo) -> Iterator[str]:
    if isinstance(said, BoardSaid):
        yield from board(said, reply_to(said))
    elif isinstance(said, ChatSaid):
        values = {"title": chat.where(said), "writer": said.writer, "comment": said.text}
        address = reply_to(said)
        yield render("chat", **values, link=chat_link(said, address) if address else None)
    else:
        text = said.note if isinstance(said, Attached) else said.text
        yield render("plain", blocks=blocks(text))
