"""Recognize the emails by which calendar programs answer an invitation (iTIP, RFC 5546)."""

import re
from email.message import Message

from mail.reading.body.parts import all_parts

CALENDAR_TYPES = ("text/calendar", "application/ics")
CALENDAR_MARKS = tuple(kind.encode() for kind in CALENDAR_TYPES)
REPLY_METHODS = ("reply", "counter", "refresh", "declinecounter")
"""The methods of a participant's answer. With any other method, somebody sends an event along."""
METHOD = re.compile(rb"(?im)^METHOD:[ \t]*([a-z]{1,20})")
MAX_SEARCHED_BYTES = 64 * 1024


def is_calendar_reply(message: Message, content: bytes) -> bool:
    """Whether an email answers an invitation, or is nothing but a calendar.

    `content`: the bytes of the email. Raises UnreadableMailError.
    """
    # Most emails have no calendar, and the parser takes long for the types of all parts.
    lower = content.lower()
    if not any(kind in lower for kind in CALENDAR_MARKS):
        return False
    if not message.is_multipart():
        return _is_calendar(message)
    calendars = filter(_is_calendar, all_parts(message))
    return any(_method(part) in REPLY_METHODS for part in calendars)


def _is_calendar(part: Message) -> bool:
    return part.get_content_type() in CALENDAR_TYPES


def _method(part: Message) -> str:
    if method := part.get_param("method"):
        return str(method).strip().lower()
    content = part.get_payload(decode=True)
    found = METHOD.search(content[:MAX_SEARCHED_BYTES]) if isinstance(content, bytes) else None
    return found[1].decode("ascii").lower() if found else ""
