"""A letter: what we need to know of an incoming mail, read from its bytes."""

import email
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import Compat32
from typing import cast

from mail.automatic import why_automatic
from mail.text import clean, decode

# Python's parser takes minutes over crafted headers and nested parts; hence these limits.
LARGEST_HEADERS = 64 * 1024
LARGEST_HEADER = 4 * 1024
LARGEST_TEXT = 64 * 1024
MOST_PARTS = 50

MULTIPART = re.compile(rb"(?im)^content-type:\s*multipart/")
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
REPLY_SUBJECT = re.compile(r"(?i)\s*(re|aw|sv|vs|antw|odp|rif|res|fwd?|wg|tr)\s*(\[\d+\])?:")


class _CappedHeaders(Compat32):
    """Takes long headers, of any part, for empty: one of 200 KB costs the parser a minute."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value if len(value) <= LARGEST_HEADER else ""


class UnreadableMailError(Exception):
    """The bytes can't be understood as a mail."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An incoming mail."""

    sender: str
    """The envelope sender; empty when it is null."""
    recipients: tuple[str, ...]
    subject: str
    text: str
    message_id: str
    """With its angle brackets; empty when there is none."""
    references: tuple[str, ...]
    date: str
    is_reply: bool
    """Whether it answers another mail, so that its subject isn't the writer's own."""
    automatic: str
    """What shows that a program wrote it; empty for a person's mail."""


def read_letter(sender: str, recipients: tuple[str, ...], content: bytes) -> Letter:
    """The letter in these bytes; raises UnreadableMailError."""
    head = re.split(rb"\r?\n\r?\n", content, maxsplit=1)[0]
    if len(head) > LARGEST_HEADERS:
        raise UnreadableMailError("headers too long")
    if len(MULTIPART.findall(content)) > MOST_PARTS:
        raise UnreadableMailError("too many parts")
    try:
        message = email.message_from_bytes(content, policy=_CappedHeaders())
        return _read(sender, recipients, message)
    except UnreadableMailError:
        raise
    except Exception as error:  # the parser fails in many ways on hostile input
        raise UnreadableMailError(type(error).__name__) from error


def bare_letter(sender: str) -> Letter:
    """What is known of a mail that can't be read."""
    return _read(sender, (), Message())


def _read(sender: str, recipients: tuple[str, ...], message: Message) -> Letter:
    subject = _header(message, "Subject")
    answered = _message_ids(message, "In-Reply-To")
    references = _message_ids(message, "References")
    own = _message_ids(message, "Message-ID")
    return Letter(
        sender="" if sender == "<>" else sender,
        recipients=recipients,
        subject=subject,
        text=_text(message),
        message_id=own[0] if own else "",
        references=references or answered,
        date=_header(message, "Date"),
        is_reply=bool(answered or references or REPLY_SUBJECT.match(subject)),
        automatic=why_automatic(message, sender),
    )


def _header(message: Message, name: str) -> str:
    decoded = clean(_decoded(_raw(message, name)))
    return re.sub(r"\s*\n\s*", " ", decoded).strip()


def _raw(message: Message, name: str) -> str:
    """The first header of this name, as it came; many programs send UTF-8 without saying so."""
    raw = (value for key, value in message.raw_items() if key.lower() == name.lower())
    return decode(str(next(raw, "")).encode("ascii", "surrogateescape"), None)


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except HeaderParseError:
        return value
    return "".join(
        decode(part, charset) if isinstance(part, bytes) else part for part, charset in parts
    )


def _message_ids(message: Message, name: str) -> tuple[str, ...]:
    return tuple(MESSAGE_ID.findall(_raw(message, name)))


def _text(message: Message) -> str:
    for part in _parts(message):
        if part.get_content_type() == "text/plain" and not _is_attached(part):
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return clean(decode(content, _charset(part)))[:LARGEST_TEXT]
    return ""


def _is_attached(part: Message) -> bool:
    return bool(part.get_filename()) or part.get_content_disposition() == "attachment"


def _parts(message: Message) -> Iterator[Message]:
    """The parts that hold no others; what is inside a forwarded mail isn't the writer's own."""
    waiting, number = [message], 0
    while waiting:
        part, number = waiting.pop(), number + 1
        if number > MOST_PARTS:
            raise UnreadableMailError("too many parts")
        if part.get_content_maintype() == "multipart" and part.is_multipart():
            waiting.extend(reversed(cast("list[Message]", part.get_payload())))
        else:
            yield part


def _charset(part: Message) -> str | None:
    charset = part.get_content_charset()
    return charset if charset and len(charset) < 40 else None
