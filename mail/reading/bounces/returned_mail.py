"""Find the Message-IDs and texts in a bounce that identify the returned email."""

from collections.abc import Iterator
from email.message import Message

from mail.reading.body.part_text import report_texts
from mail.reading.body.parts import MAX_PARTS
from mail.reading.bounces.bounce_report import LARGEST
from mail.reading.headers import header_text
from mail.reading.message import parse

RETURNED = (
    "message/rfc822",
    "message/global",
    "message/global-headers",
    "message/rfc822-headers",
    "text/rfc822-headers",
)
"""Content types of a part that contains the returned email, or only its headers."""
IDS = ("Message-ID", "References")
THREAD = ("In-Reply-To", "References")


def returned_mail(content: bytes) -> list[str]:
    """Returns the texts of a bounce, and the headers that contain Message-IDs.

    These include the headers of the returned email and of the bounce itself.
    """
    try:
        return [*_found(parse(content[:LARGEST]))]
    except Exception:  # noqa: BLE001 - the parser fails in many ways on hostile input
        return []


def _found(message: Message) -> Iterator[str]:
    for number, part in enumerate(message.walk()):
        if number > MAX_PARTS:
            return
        if part.get_content_type() in RETURNED:
            yield from _returned(part)
    yield from _headers(message, THREAD)
    yield from report_texts(message)


def _returned(part: Message) -> Iterator[str]:
    inner = part.get_payload()
    if isinstance(inner, list):
        for message in inner:
            if isinstance(message, Message):
                yield from _headers(message, IDS)
    else:
        payload = part.get_payload(decode=True)
        yield payload.decode("latin-1") if isinstance(payload, bytes) else str(inner)


def _headers(message: Message, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield header_text(message, name)
