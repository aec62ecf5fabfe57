"""What is said as the HTML part of a mail: no scripts, no images, nothing from elsewhere."""

from collections.abc import Callable, Iterator

from commands.messages.content import (
    BoardSnapshot,
    ChatMessage,
    Content,
    FileMessage,
    MessageBatch,
    Part,
    parts_of,
)
from commands.views import chat
from commands.views.board import thread_subject
from commands.views.html.board import board
from commands.views.html.links import chat_link
from commands.views.html.page import page, render
from commands.views.html.prose import blocks
from mail.composing.mime import carried_size

MAX_BYTES = 60_000
"""Bytes that are left for it, beside text and headers, if a mail stays below 90 KB."""


ReplyTo = Callable[[Part], str]
"""The address to which this reader's replies about a part go; empty where there is none."""


def html(content: Content, reply_to: ReplyTo, room: int = MAX_BYTES) -> str:
    """A page in ASCII; empty where its reader wants none or there is no room for it."""
    if any(map(_text_alone, parts_of(content))):
        return ""
    return next((made for made in _versions(content, reply_to) if carried_size(made) <= room), "")


def _text_alone(content: Part) -> bool:
    """Whether its reader wants no HTML."""
    return isinstance(content, BoardSnapshot | ChatMessage) and content.form in ("text", "classic")


def _versions(content: Content, reply_to: ReplyTo) -> Iterator[str]:
    """The page, then shorter ones, each made only when it is asked for."""
    if isinstance(content, MessageBatch):
        titled = [(title, next(_bodies(part, reply_to))) for title, part in content.parts]
        yield page(content.subject, render("several", parts=titled))
    else:
        yield from (page(_title(content), body) for body in _bodies(content, reply_to))


def _title(content: Part) -> str:
    if isinstance(content, BoardSnapshot | ChatMessage):
        return thread_subject(content.game, content.number, content.players)
    return content.subject


def _bodies(content: Part, reply_to: ReplyTo) -> Iterator[str]:
    if isinstance(content, BoardSnapshot):
        yield from board(content, reply_to(content))
    elif isinstance(content, ChatMessage):
        values = {"title": chat.where(content), "writer": content.writer, "comment": content.text}
        address = reply_to(content)
        yield render("chat", **values, link=chat_link(content, address) if address else None)
    else:
        text = content.note if isinstance(content, FileMessage) else content.text
        yield render("plain", blocks=blocks(text))
