"""Recognize emails that only react to another one, such as with a thumbs-up."""

import json
import re
from contextlib import suppress
from email.message import Message

from mail.reading.body.parts import all_parts, is_attached
from mail.reading.characters import clean

REACTION_TYPE = "text/vnd.google.email-reaction+json"
MAX_REACTION_LENGTH = 400
MAX_SIGN_LENGTH = 16
"""In code points: an emoji may be made of several."""
REACTIONS = {
    "like": "\U0001f44d",
    "heart": "\u2764\ufe0f",
    "celebrate": "\U0001f389",
    "laugh": "\U0001f606",
    "surprised": "\U0001f62e",
    "sad": "\U0001f622",
}
"""The signs of Outlook's reactions, by the names that stand in their text."""
_REACTED = re.compile(r"(?:\[(\w{1,20})\]\s*)?[^\n]{1,200} reacted to your message:?")


def reaction(message: Message, text: str) -> str | None:
    """Returns the sign of a mail that only reacts to another, as Gmail and Outlook send them.

    Empty for a reaction without a sign, such as one that is taken back; None for any other mail.
    `text`: the writer's own.
    """
    kinds = (part for part in all_parts(message) if part.get_content_type() == REACTION_TYPE)
    if (part := next(kinds, None)) is not None and not is_attached(part):
        return _sign(part)
    found = _REACTED.fullmatch(text.strip()[:MAX_REACTION_LENGTH])
    return REACTIONS.get((found[1] or "").lower(), "") if found else None


def _sign(part: Message) -> str:
    content = part.get_payload(decode=True)
    with suppress(ValueError):
        found = json.loads(content[:MAX_REACTION_LENGTH]) if isinstance(content, bytes) else None
        sign = found.get("emoji") if isinstance(found, dict) else None
        if isinstance(sign, str) and len(sign) <= MAX_SIGN_LENGTH and not sign.isascii():
            return clean(sign)
    return ""
