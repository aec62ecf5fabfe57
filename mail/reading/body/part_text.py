"""Decode the text of one part of an email, plain or HTML."""

from email.message import Message
from typing import cast

from mail.reading.body.attached_files import without_attached_files
from mail.reading.body.flowed_text import unflowed
from mail.reading.body.parts import all_parts, has_parameter
from mail.reading.characters import clean
from mail.reading.charsets import charset_of_page, decode
from mail.reading.errors import UnreadableMailError, UnreadableReason
from mail.reading.quotations.removal import remove_quotations

MAX_CONTENT_BYTES = 1024 * 1024
"""Maximum bytes of a part that are decoded. The rest is ignored."""


def part_text(part: Message) -> str:
    kind = part.get_content_type()
    content = part.get_payload(decode=True) if kind in ("text/plain", "text/html") else None
    if not isinstance(content, bytes):
        return ""
    content = content[:MAX_CONTENT_BYTES]
    if kind == "text/html":
        charset = _charset(part) or charset_of_page(content)
        return _page(clean(decode(content, charset)))
    return without_attached_files(_flowed(part, clean(decode(content, _charset(part)))))


def _charset(part: Message) -> str | None:
    charset = part.get_content_charset()
    return charset if charset and len(charset) < 40 else None


def _page(html: str) -> str:
    """Returns HTML as text.

    Raises UnreadableMailError if the page is cut, and the rest may contain text of the writer.
    """
    from mail.reading.body.html import MAX_HTML_LENGTH, html_text  # noqa: PLC0415 - few emails need it

    text = clean(html_text(html))
    if len(html) > MAX_HTML_LENGTH:
        own_text = remove_quotations(text)
        if own_text.is_open or not own_text.blocks:
            raise UnreadableMailError(UnreadableReason.PAGE)
    return text


def _flowed(part: Message, text: str) -> str:
    if not (
        has_parameter(part, "format") and str(part.get_param("format", "")).lower() == "flowed"
    ):
        return text
    return unflowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")


def report_texts(message: Message) -> list[str]:
    """Returns the texts of all parts, including the fields of a delivery status."""
    return [text for part in all_parts(message) if (text := _report_part(part).strip())]


def _report_part(part: Message) -> str:
    if part.get_content_type() != "message/delivery-status" or not part.is_multipart():
        return part_text(part)
    blocks = cast("list[Message]", part.get_payload())
    return "\n".join(f"{name}: {value}" for block in blocks for name, value in block.items())
