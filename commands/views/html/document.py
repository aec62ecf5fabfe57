"""Renders content as the HTML part of an email.

The document has no scripts, images or external resources. If it is too long, shorter versions are
tried.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    MessageBatch,
    Part,
    TextMessage,
    parts_of,
)
from commands.views.html.board import DETAILS, board
from commands.views.html.links import chat_link
from commands.views.html.page import page, render
from commands.views.html.prose import blocks
from commands.views.html.review import review
from commands.views.html.text_message import text_message
from commands.views.reply_target import ReplyTarget
from commands.views.text import chat
from commands.views.text.board_text import thread_subject
from commands.views.text.move_lists import LEGAL_MOVES
from commands.views.text.spoken_tables import in_sentences
from mail.composing.mime_parts import encoded_size

MAX_BYTES = 80_000
"""Maximum size of the HTML part in bytes. With text and headers, the email then stays below 90 KB.
"""
MAX_VERSIONS = len(DETAILS)
"""Maximum number of versions of a part. Boards have the most."""
WITHOUT_HTML = ("text", "classic", "json")
"""The email formats that have no HTML part."""
ReplyTo = Callable[[Part], ReplyTarget]
"""Returns the target of the reader's reply to a part."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Facts about an email that its content doesn't contain."""

    reply_to: ReplyTo
    at: datetime
    """The time of the email."""
    address: str = ""
    """The server's address, for links that open a new email."""


def html(content: Content, envelope: Envelope, max_bytes: int = MAX_BYTES) -> str:
    """Returns an HTML page in ASCII.

    Empty if the reader wants no HTML or all versions are too long.
    """
    if any(map(_wants_text_only, parts_of(content))):
        return ""
    versions = _versions(content, envelope)
    return next((version for version in versions if encoded_size(version) <= max_bytes), "")


def _wants_text_only(content: Part) -> bool:
    board_below = content.shown if isinstance(content, TextMessage) else None
    return (board_below or content).form in WITHOUT_HTML


def _versions(content: Content, envelope: Envelope) -> Iterator[str]:
    """Yields the page, then shorter versions. Each version is rendered only when requested."""
    if isinstance(content, MessageBatch):
        for number in range(MAX_VERSIONS):
            titled = [
                (_heading(title, part), _version(_bodies(part, envelope, 2), number))
                for title, part in content.parts
            ]
            values = {"title": content.subject, "note": content.note, "parts": titled}
            yield page(content.subject, render("several", **values))
    else:
        yield from (page(_title(content), body) for body in _bodies(content, envelope, 1))


def _version(versions: Iterator[str], number: int) -> str:
    """Returns the version with this number, or the shortest one if there are fewer."""
    *_, version = islice(versions, number + 1)
    return version


def _heading(title: str, part: Part) -> str:
    """Returns the title of a part. Empty if the part itself shows it."""
    shows_title = isinstance(part, BoardSnapshot) or (
        isinstance(part, TextMessage) and not part.refusal
    )
    return "" if shows_title and title == _title(part) else title


def _title(content: Part) -> str:
    if isinstance(content, BoardSnapshot | ChatMessage):
        return thread_subject(content.game, content.number, content.players)
    return content.subject


def _bodies(content: Part, envelope: Envelope, level: int) -> Iterator[str]:
    """Yields the versions of a part, longest first.

    `level`: the level of the part's heading.
    """
    if isinstance(content, BoardSnapshot):
        yield from board(content, envelope.reply_to(content), envelope.at, level)
    elif isinstance(content, ChatMessage):
        values = {"title": chat.where(content), "heading": chat.introduction(content)}
        values |= {"comment": content.text}
        target = envelope.reply_to(content)
        link = chat_link(content, target) if target and content.writer != content.to else None
        yield render("chat", **values, link=link, level=level)
    elif isinstance(content, TextMessage):
        yield from _text_bodies(content, envelope, level)
    else:
        yield _plain(content.note)


def _text_bodies(content: TextMessage, envelope: Envelope, level: int) -> Iterator[str]:
    """Yields the versions of a text message with its heading and buttons.

    Only the board below the text differs between the versions.

    The rules of a game are split: an example board follows the first paragraph, which states the
    aim.
    """
    content = in_sentences(content)
    if content.review:
        yield from review(content.review, content.subject, level)
        return
    above, rules = _shown_text(content), ""
    if content.shown and not content.shown.number:
        above, _, rules = above.partition("\n\n")
    target = envelope.reply_to(content)
    text = text_message(content, above, target, envelope.address, level)
    if content.shown is None:
        yield text
        return
    for below in board(content.shown, envelope.reply_to(content.shown), envelope.at, level + 1):
        yield text + below + (_plain(rules) if rules else "")


def _shown_text(content: TextMessage) -> str:
    """Returns the text.

    If a board with the legal moves follows it, the list of legal moves is left out.
    """
    if content.refusal and content.shown:
        return content.text.partition(f"\n{LEGAL_MOVES} (")[0]
    return content.text


def _plain(text: str) -> str:
    return render("plain", blocks=blocks(text), links={})
