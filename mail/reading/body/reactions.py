"""Recognize emails that only react to another one, for example with a thumbs-up."""

import json
import re
from contextlib import suppress
from email.message import Message

from mail.reading.body.parts import all_parts, is_attached
from mail.reading.characters import clean

REACTION_TYPE = "text/vnd.google.email-reaction+json"
MAX_REACTION_LENGTH = 400
MAX_SIGN_LENGTH = 16
"""Maximum length of a reaction's emoji in code points. An emoji may consist of several."""
REACTIONS = {
    "like": "\U0001f44d",
    "heart": "\u2764\ufe0f",
    "celebrate": "\U0001f389",
    "laugh": "\U0001f606",
    "surprised": "\U0001f62e",
    "sad": "\U0001f622",
}
"""Emojis of Outlook's reactions, by the names in the text of such emails."""
_REACTED = re.compile(r"(?:\[(\w{1,20})\]\s*)?[^\n]{1,200} reacted to your message:?")

_SIGN = r"[^\w\s<>]{1,16}"
_NOTICE = re.compile(
    rf"(?i)(?:{_SIGN}\s+)?[^\n]{{1,100}} (?:reacted (?:with {_SIGN} )?to your (?:message|email)"
    r"|reacted via gmail"
    r"|hat auf (?:ihre|deine) nachricht reagiert|hat über gmail reagiert"
    r"|a réagi (?:à votre message|via gmail)|reaccionó (?:a (?:tu|su) mensaje|mediante gmail)"
    r"|ha reaccionado a (?:tu|su) mensaje|ha reagito (?:al tuo messaggio|tramite gmail)"
    r"|heeft (?:op (?:je|uw) bericht gereageerd|gereageerd via gmail)"
    rf"|reagiu (?:à sua mensagem|pelo gmail))\s?[:.]?\s*(?:{_SIGN})?(?:\s*<https?://\S+>)?"
)
"""The whole text of a notice about a reaction, in the languages of pbm's replies."""


def reaction(message: Message, text: str) -> str | None:
    """Returns the emoji of an email that is only a reaction to another email, in Gmail or Outlook.

    Returns an empty string for a reaction without an emoji, such as a withdrawn reaction, and for
    the text alone of a notice about a reaction. Returns None for any other email.

    `text`: the text typed by the writer.
    """
    kinds = (part for part in all_parts(message) if part.get_content_type() == REACTION_TYPE)
    if (part := next(kinds, None)) is not None and not is_attached(part):
        return _sign(part)
    text = text.strip()[:MAX_REACTION_LENGTH]
    if match := _REACTED.fullmatch(text):
        return REACTIONS.get((match[1] or "").lower(), "")
    return "" if _NOTICE.fullmatch(text) else None


def _sign(part: Message) -> str:
    content = part.get_payload(decode=True)
    with suppress(ValueError):
        fields = json.loads(content[:MAX_REACTION_LENGTH]) if isinstance(content, bytes) else None
        sign = fields.get("emoji") if isinstance(fields, dict) else None
        if isinstance(sign, str) and len(sign) <= MAX_SIGN_LENGTH and not sign.isascii():
            return clean(sign)
    return ""
