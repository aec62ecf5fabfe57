"""Iterate over the parts of a parsed email.

Raises UnreadableMailError if there are too many, or if they are nested too deeply.
"""

from collections.abc import Iterator
from email.message import Message
from typing import cast

from mail.reading.errors import UnreadableMailError, UnreadableReason

MAX_PARTS = 50
DEEPEST = 10


def all_parts(message: Message) -> Iterator[Message]:
    """Yields all parts, outer parts before inner ones. Skips the parts of a forwarded email."""
    waiting, number = [(message, 0)], 0
    while waiting:
        (part, depth), number = waiting.pop(), number + 1
        if number > MAX_PARTS:
            raise UnreadableMailError(UnreadableReason.PARTS)
        if depth > DEEPEST:
            raise UnreadableMailError(UnreadableReason.DEPTH)
        yield part
        waiting.extend((inner, depth + 1) for inner in reversed(inner_parts(part)))


def inner_parts(part: Message) -> list[Message]:
    if part.is_multipart() and part.get_content_maintype() == "multipart":
        return cast("list[Message]", part.get_payload())
    return []


def is_attached(part: Message) -> bool:
    if "Content-Disposition" not in part and not has_parameter(part, "name"):
        return False
    return bool(part.get_filename()) or part.get_content_disposition() == "attachment"


def has_parameter(part: Message, name: str) -> bool:
    """Whether Content-Type may have this parameter.

    Most parts don't have it, and the parser takes long to find that out.
    """
    return name in str(part.get("Content-Type", "")).lower()
