"""Read text, Message-IDs and references from the headers of a parsed email.

Returns empty values for headers that are missing or broken, and never raises.
"""

import re
from collections.abc import Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from mail.reading.characters import clean
from mail.reading.charsets import decode

MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
Headers = Sequence[tuple[str, str]]
"""Pairs of a name in lower case and a value."""
REFERENCE = re.compile(r"[ \t]*\[ref-((?:[a-z]{1,8}\.)?[a-z0-9]{16,40})\]", re.IGNORECASE)


def read_headers(message: Message) -> Headers:
    """Returns the headers without decoding encoded words.

    Bytes that aren't ASCII are read as UTF-8, because many programs send it undeclared.
    """
    raw = ((name.lower(), str(value)) for name, value in message.raw_items())
    return [(name, text if text.isascii() else _utf8(text)) for name, text in raw]


def _utf8(text: str) -> str:
    return decode(text.encode("ascii", "surrogateescape"), None)


def header_text(message: Message, name: str) -> str:
    """Returns the first header of this name as one line of text, or an empty string."""
    return text_of(read_headers(message), name.lower())


def text_of(headers: Headers, name: str) -> str:
    """Returns the first header of this name as one line of text, or an empty string."""
    decoded = clean(_decoded(_first(headers, name)))
    return re.sub(r"\s*\n\s*", " ", decoded).strip()


def _first(headers: Headers, name: str) -> str:
    return next(iter(values(headers, name)), "")


def values(headers: Headers, *names: str) -> list[str]:
    """Returns the values of all headers with one of these names.

    The names must be in lower case.
    """
    return [value for name, value in headers if name in names]


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except HeaderParseError:
        return value
    return "".join(
        decode(part, charset) if isinstance(part, bytes) else part for part, charset in parts
    )


def message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """Returns the Message-IDs in a header. Some programs encode long ones as if they were words."""
    raw = _first(headers, name)
    return tuple(MESSAGE_ID.findall(_decoded(raw) if "=?" in raw else raw))


def subject_reference(label: str) -> str:
    """Returns the text that carries a label in a subject.

    A label consists of lower-case letters and digits.
    """
    return f"[ref-{label}]"


def split_reference(subject: str) -> tuple[str, str]:
    """Returns a subject without references, and the label of the last reference or ""."""
    labels = REFERENCE.findall(subject)
    return (REFERENCE.sub("", subject).strip(), labels[-1].lower()) if labels else (subject, "")
