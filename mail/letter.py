"""A letter: what we need to know of an incoming mail, read from its bytes."""

import email
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import Message

from mail.automatic import why_automatic
from mail.text import clean, decode

# Python's parser takes minutes over crafted headers and nested parts; hence these limits.
LARGEST_HEADERS = 64 * 1024
LARGEST_HEADER = 4 * 1024
LARGEST_TEXT = 64 * 1024
MOST_PARTS = 50

MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
REPLY_SUBJECT = re.compile(r"(?i)\s*(re|aw|sv|vs|antw|odp|rif|res|fwd?|wg|tr)\s*(\[\d+\])?:")


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
    try:
        return _read(sender, recipients, email.message_from_bytes(content))
    except Exception as error:  # the parser fails in many ways on hostile input
        raise UnreadableMailError(type(error).__name__) from error


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
    value = message.get(name, "")
    if len(value) > LARGEST_HEADER:
        return ""
    unfolded = re.sub(r"\s*\r?\n\s*", " ", str(make_header(_decoded(str(value)))))
    return clean(unfolded).strip()


def _decoded(value: str) -> list[tuple[str, str | None]]:
    return [
        (decode(part, charset) if isinstance(part, bytes) else part, None)
        for part, charset in decode_header(value)
    ]


def _message_ids(message: Message, name: str) -> tuple[str, ...]:
    return tuple(MESSAGE_ID.findall(str(message.get(name, ""))[:LARGEST_HEADER]))


def _text(message: Message) -> str:
    for part in _parts(message):
        if part.get_content_type() == "text/plain" and not part.get_filename():
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return clean(decode(content, _charset(part)))[:LARGEST_TEXT]
    return ""


def _parts(message: Message) -> Iterator[Message]:
    for number, part in enumerate(message.walk()):
        if number >= MOST_PARTS:
            raise UnreadableMailError("too many parts")
        yield part


def _charset(part: Message) -> str | None:
    charset = part.get_content_charset()
    return charset if charset and len(charset) < 40 else None
