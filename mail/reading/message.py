"""Parse the bytes of an email into headers and parts.

Takes the bytes of any email, however large or broken, and returns an `email.message.Message`.
Raises UnreadableMailError if it exceeds a limit.
"""

import email
import re
from collections.abc import Sequence
from email.message import Message
from email.policy import Compat32

from mail import MAX_MAIL_BYTES
from mail.reading.body.parts import MAX_PARTS
from mail.reading.errors import UnreadableMailError, UnreadableReason

# These limits exist because Python's parser takes minutes over crafted headers and nested parts.
MAX_HEADERS_BYTES = 64 * 1024
MAX_HEADER_LENGTH = 4 * 1024
MULTIPART = re.compile(rb"(?im)^content-type:\s*multipart/")


def parse(content: bytes) -> Message:
    """Returns the message in these bytes.

    Raises UnreadableMailError, or any error of the parser.
    """
    if len(content) > MAX_MAIL_BYTES:
        raise UnreadableMailError(UnreadableReason.SIZE)
    if len(head_of(content)) > MAX_HEADERS_BYTES:
        raise UnreadableMailError(UnreadableReason.HEADERS)
    if _number_of_multiparts(content) > MAX_PARTS:
        raise UnreadableMailError(UnreadableReason.PARTS)
    return email.message_from_bytes(content, policy=_CappedHeaders())


class _CappedHeaders(Compat32):
    """A policy that reads long headers as empty, because a header of 200 KB would take a minute."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value if len(value) <= MAX_HEADER_LENGTH else ""


def _number_of_multiparts(content: bytes) -> int:
    return len(MULTIPART.findall(content)) if b"multipart/" in content.lower() else 0


def bare_message(content: bytes) -> Message:
    """Returns the headers of an email of any size, without its body.

    Raises any error of the parser.
    """
    head = head_of(content)[:MAX_HEADERS_BYTES]
    return email.message_from_bytes(head, policy=_CappedHeaders())


def head_of(content: bytes) -> bytes:
    """Returns the bytes before the first empty line."""
    return re.split(rb"\r?\n\r?\n", content, maxsplit=1)[0]
