"""Content as the HTML part of a mail: no scripts, no images, no external resources."""

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
from commands.views.board_text import thread_subject
from commands.views.html.board import board
from commands.views.html.links import chat_link
from commands.views.html.page import page, render
from commands.views.html.prose import blocks
from mail.composing.mime_parts import carried_size

MAX_BYTES = 60_000
"""The size of the HTML part in bytes with which a mail with text and headers stays below 90 KB."""
ReplyTo = Callable[[Part], str]
"""Returns the address for this reader's replies about a part; empty if there is none."""


def html(content: Content, reply_to: ReplyTo, max_bytes: int = MAX_BYTES) -> str:
    """Returns a page in ASCII; empty if the reader wants none or all versions are too long."""
    if any(map(_wants_text_only, parts_of(content))):
        return ""
    versions = _versions(content, reply_to)
    return next((version for version in versions if carried_size(version) <= max_bytes), "")


def _wants_text_only(content: Part) -> bool:
    """Returns True if the reader wants no HTML."""
    return isinstance(content, BoardSnapshot | ChatMessage) and content.form in ("text", "classic")


def _versions(content: Content, reply_to: ReplyTo) -> Iterator[str]:
    """Yields the page, then shorter versions, each made only when it is asked for."""
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
