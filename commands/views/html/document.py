"""Content as the HTML part of a mail: no scripts, no images, no external resources."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from commands.content.messages import (
    BoardSnapshot,
    ChatMessage,
    Content,
    MessageBatch,
    Part,
    TextMessage,
    parts_of,
)
from commands.views.html.board import board
from commands.views.html.links import Link, answer_links, chat_link, suggestion_links
from commands.views.html.page import page, render
from commands.views.html.prose import Block, blocks, table_blocks
from commands.views.html.review import review
from commands.views.reply_target import ReplyTarget
from commands.views.text import chat
from commands.views.text.board_text import LEGAL_MOVES, thread_subject
from commands.views.text.rendering import NOT_DONE, NOT_SENT, TOURNAMENT_PAGE
from commands.views.text.spoken_tables import in_sentences
from mail.composing.mime_parts import carried_size

MAX_BYTES = 60_000
"""The size of the HTML part in bytes with which a mail with text and headers stays below 90 KB."""
WITHOUT_HTML = ("text", "classic", "json")
"""The formats of mails that have no HTML."""
ReplyTo = Callable[[Part], ReplyTarget]
"""Returns the target of this reader's replies about a part."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The facts about a mail that its content doesn't tell."""

    reply_to: ReplyTo
    at: datetime
    """The time of the mail."""
    address: str = ""
    """The server's address, for new mails."""


def html(content: Content, envelope: Envelope, max_bytes: int = MAX_BYTES) -> str:
    """Returns a page in ASCII; empty if the reader wants none or all versions are too long."""
    if any(map(_wants_text_only, parts_of(content))):
        return ""
    versions = _versions(content, envelope)
    return next((version for version in versions if carried_size(version) <= max_bytes), "")


def _wants_text_only(content: Part) -> bool:
    """Returns True if the reader wants no HTML."""
    shown = content.shown if isinstance(content, TextMessage) else None
    return (shown or content).form in WITHOUT_HTML


def _versions(content: Content, envelope: Envelope) -> Iterator[str]:
    """Yields the page, then shorter versions, each made only when it is asked for."""
    if isinstance(content, MessageBatch):
        for choose in (next, _shortest):
            titled = [
                (_heading(title, part), choose(_bodies(part, envelope, 2)))
                for title, part in content.parts
            ]
            yield page(content.subject, render("several", title=content.subject, parts=titled))
    else:
        yield from (page(_title(content), body) for body in _bodies(content, envelope, 1))


def _shortest(versions: Iterator[str]) -> str:
    *_, last = versions
    return last


def _heading(title: str, part: Part) -> str:
    """Returns the title of a part; empty if the part shows it itself."""
    shows_title = isinstance(part, BoardSnapshot) or (
        isinstance(part, TextMessage) and not part.refusal
    )
    return "" if shows_title and title == _title(part) else title


def _title(content: Part) -> str:
    if isinstance(content, BoardSnapshot | ChatMessage):
        return thread_subject(content.game, content.number, content.players)
    return content.subject


def _bodies(content: Part, envelope: Envelope, level: int) -> Iterator[str]:
    """Yields the versions of a part; `level`: the level of its heading."""
    if isinstance(content, BoardSnapshot):
        yield from board(content, envelope.reply_to(content), envelope.at, level)
    elif isinstance(content, ChatMessage):
        values = {"title": chat.where(content), "writer": content.writer, "comment": content.text}
        values |= {"reader": content.to}
        target = envelope.reply_to(content)
        link = chat_link(content, target) if target and content.writer != content.to else None
        yield render("chat", **values, link=link, level=level)
    elif isinstance(content, TextMessage):
        yield from _text_bodies(content, envelope, level)
    else:
        yield _plain(content.note)


def _text_bodies(content: TextMessage, envelope: Envelope, level: int) -> Iterator[str]:
    """Yields the text with its heading and button, and the board that is shown below it.

    A game's rules follow the board of its example.
    """
    content = in_sentences(content)
    if content.review:
        yield from review(content.review, content.subject, level)
        return
    title = (NOT_SENT if content.asks else NOT_DONE) if content.refusal else content.subject
    above, rules = _shown_text(content), ""
    if content.shown and not content.shown.number:
        above, _, rules = above.partition("\n\n")
    tables = (block for table in content.tables for block in table_blocks(table))
    shown = [*blocks(above), *tables]
    suggested = suggestion_links(content, envelope.address)
    typed = {line for block in shown for line in block.typed()}
    others = [link for link in suggested if link.words not in typed]
    page = [Link(TOURNAMENT_PAGE, content.page, quiet=True)] if content.page else []
    text = render(
        "message",
        title=title,
        level=level,
        blocks=shown[_repeats(title, shown[0]) :],
        links={link.words: link for link in suggested},
        refusal=content.refusal,
        buttons=[*answer_links(content, envelope.reply_to(content)), *others, *page],
    )
    if content.shown is None:
        yield text
        return
    for below in board(content.shown, envelope.reply_to(content.shown), envelope.at, level + 1):
        yield text + below + (_plain(rules) if rules else "")


def _repeats(title: str, first: Block) -> bool:
    """Returns True for a paragraph that has the words of the title alone."""
    return re.findall(r"\w+", first.text) == re.findall(r"\w+", title)


def _shown_text(content: TextMessage) -> str:
    """Returns the text, without the legal moves if a board below it has them."""
    if content.refusal and content.shown:
        return content.text.partition(f"\n{LEGAL_MOVES} (")[0]
    return content.text


def _plain(text: str) -> str:
    return render("plain", blocks=blocks(text), links={})
