"""Mails that a server of the tests sent, rendered and parsed as far as a test looks at them."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass
from email.contentmanager import raw_data_manager
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import EmailPolicy
from functools import cached_property, lru_cache, partial
from unittest.mock import patch

from commands.outbound import mime_rendering
from commands.outbound.outbox_queue import OutboxQueue
from pbm import games
from storage.mail.outbox import LeasedMail


class KnownHeaders(HeaderRegistry):
    """Headers, each parsed once: it takes longer than all the rest of a mail."""

    __call__ = lru_cache(10_000)(HeaderRegistry.__call__)


def shown_text(part: EmailMessage, *args: object, **more: object) -> str:
    """Returns the lines of a text part as mail programs show them; format=flowed isn't filled."""
    text = raw_data_manager.get_content(part, *args, **more)
    if part.get_param("format") != "flowed":
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(line.removeprefix(" ").removesuffix(" ") for line in lines)


CONTENTS = copy(raw_data_manager)
CONTENTS.get_handlers = {**raw_data_manager.get_handlers, "text/plain": shown_text}
MAIL_POLICY = EmailPolicy(header_factory=KnownHeaders(), content_manager=CONTENTS)


class SentMail(EmailMessage):
    """A mail that is parsed when it is first looked at: most tests look at few of them."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def content(self) -> bytes:
        """The mail as it was sent."""
        return self._content

    def __getattr__(self, name: str) -> object:
        """Parses the mail, which sets all attributes."""
        if "_headers" in self.__dict__:
            raise AttributeError(name)
        self.__dict__ |= BytesParser(policy=MAIL_POLICY).parsebytes(self.content).__dict__
        return getattr(self, name)


class UnreadMail(SentMail):
    """A mail that is rendered when it is first looked at, and its HTML when that is."""

    def __init__(self, render: Callable[..., bytes]) -> None:
        self._render = render

    @cached_property
    def content(self) -> bytes:
        """The mail as it was sent."""
        return self._render()

    @cached_property
    def _plain(self) -> SentMail:
        """The mail without HTML."""
        return SentMail(self._render(has_html=False))

    def _is_parsed(self) -> bool:
        return "_headers" in self.__dict__

    def get(self, name: str, failobj: object = None) -> object:
        """Returns a header, for which no HTML is needed unless it describes the content."""
        is_known = self._is_parsed() or name.lower().startswith("content-")
        return super().get(name, failobj) if is_known else self._plain.get(name, failobj)

    def get_body(self, preferencelist: Sequence[str] = ("related", "html", "plain")) -> object:
        """Returns a part, for which no HTML is needed if it is the text."""
        is_text = preferencelist == ("plain",) and not self._is_parsed()
        return self._plain.get_body(("plain",)) if is_text else super().get_body(preferencelist)


@dataclass(frozen=True)
class Taken:
    """A mail that was taken from the outbox, with its envelope; the id is its own there."""

    id: int
    sender: str
    recipient: str
    mail: SentMail

    @property
    def message(self) -> bytes:
        """The mail as it was sent."""
        return self.mail.content


class UnreadQueue(OutboxQueue):
    """An outbox that renders no mail until a test looks at it, but the first of each shape."""

    def render_message(self, leased: LeasedMail) -> Taken | None:
        if not _is_known(leased.mail.content):
            sent = super().render_message(leased)
            return sent and Taken(sent.id, sent.sender, sent.recipient, SentMail(sent.message))
        signer = self.address_signer.at(leased.mail.date, leased.id)
        sender = signer.envelope_sender(leased.id, leased.mail)
        unread = UnreadMail(partial(self._rendered, leased))
        return Taken(leased.id, sender, leased.mail.recipient, unread)

    def _rendered(self, leased: LeasedMail, *, has_html: bool = True) -> bytes:
        signer = self.address_signer.at(leased.mail.date, leased.id)
        without = patch.object(mime_rendering, "html", lambda *_: "")
        with nullcontext() if has_html else without:
            return mime_rendering.render(leased.id, leased.mail, signer, self.services.prover)


SHAPES: set[object] = set()
"""The shapes of contents of which this process has rendered one."""


def _is_known(text: str) -> bool:
    """Returns True if a content of this shape was here before: if one is rendered, all are.

    Damaged ones, and games of packages, may fail at any time.
    """
    try:
        shape = frozenset(_shapes(json.loads(text)))
    except ValueError:
        return False
    if any(game and not games.is_own(games.stored(game)) for _, game, _ in shape):
        return False
    is_known = shape in SHAPES
    SHAPES.add(shape)
    return is_known


def _shapes(content: dict[str, object]) -> Iterator[object]:
    """Yields the kind and the game of a content and its parts, and which fields are set."""
    yield content["kind"], content.get("game"), tuple(name for name in content if content[name])
    for _, part in content.get("parts", ()):
        yield from _shapes(part)
