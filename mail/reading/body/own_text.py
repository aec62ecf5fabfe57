"""Find the text typed by the writer of an email: choose the part with it, and remove quotations.

Raises UnreadableMailError if the text is encrypted, or if it is too long to be read to its end.
"""

import re
from contextlib import suppress
from email.message import Message

from mail.reading.body.part_text import part_text
from mail.reading.body.parts import all_parts, inner_parts, is_attached
from mail.reading.errors import UnreadableMailError, UnreadableReason
from mail.reading.quotations.removal import remove_quotations

MAX_TEXT_LENGTH = 64 * 1024
"""Maximum number of characters of a text that are read."""
MAX_REPLY_LINES = 40
"""Maximum number of lines that are read of each block of a reply."""
MAX_COMPARED_LENGTH = 64 * 1024
"""Maximum length, in characters, of a text that is searched for quotations to choose between
alternatives.
"""
ENCRYPTED_TYPES = {
    "multipart/encrypted": UnreadableReason.ENCRYPTED,
    "application/pgp-encrypted": UnreadableReason.ENCRYPTED,
    "application/pkcs7-mime": UnreadableReason.ENCRYPTED,
    "application/x-pkcs7-mime": UnreadableReason.ENCRYPTED,
}
"""Content types of encrypted parts, with the reason to report if no other part has any text."""
ENCRYPTED_TEXT = "-----BEGIN PGP MESSAGE-----"
SIGNED_TEXT = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_STRUCK_OUT = re.compile(rb"(?i)<(?:s|strike|del)[\s>]|line-through")


def own_text(message: Message) -> str:
    """Returns the plain text, or the HTML converted to text if there is none.

    Raises UnreadableMailError.
    """
    parts = list(all_parts(message))
    text = _best(message)
    if text.lstrip().startswith(ENCRYPTED_TEXT):
        raise UnreadableMailError(UnreadableReason.ENCRYPTED)
    if not text.strip():
        _refuse_encrypted(parts)
    return _without_armour(text)


def _best(part: Message) -> str:
    """Returns the first text that isn't empty. Among alternatives, prefers plain text."""
    inner = inner_parts(part)
    if part.get_content_type() == "multipart/alternative":
        return _best_alternative(inner)
    if inner:
        return next(filter(str.strip, map(_best, inner)), "")
    return "" if is_attached(part) else part_text(part)


def _best_alternative(parts: list[Message]) -> str:
    """Returns the plain text, unless only another alternative marks the quotations.

    Plain text doesn't show which words are struck out. So the HTML is preferred if it strikes words
    out, and marks quotations at least as well as the plain text.
    """
    ordered = sorted(parts, key=lambda part: part.get_content_type() != "text/plain")
    texts = filter(str.strip, map(_best, ordered))
    first = next(texts, "")
    is_marked = bool(first) and _marks_quotation(first)
    strikes = any(map(_strikes_out, parts))
    if not first or (is_marked and not strikes):
        return first
    with suppress(UnreadableMailError):
        other = next(texts, "")
        if _marks_quotation(other) or (strikes and not is_marked and other):
            return other
    return first


def _marks_quotation(text: str) -> bool:
    return remove_quotations(text[:MAX_COMPARED_LENGTH]).has_quotation


def _strikes_out(part: Message) -> bool:
    """Whether HTML in this part strikes text out."""
    pages = (inner for inner in all_parts(part) if inner.get_content_type() == "text/html")
    contents = (page.get_payload(decode=True) for page in pages)
    return any(isinstance(content, bytes) and _STRUCK_OUT.search(content) for content in contents)


def _refuse_encrypted(parts: list[Message]) -> None:
    for part in parts:
        if why := ENCRYPTED_TYPES.get(part.get_content_type()):
            signed = str(part.get_param("smime-type", "")).lower() == "signed-data"
            raise UnreadableMailError(UnreadableReason.OPAQUE if signed else why)


def _without_armour(text: str) -> str:
    """Returns the text inside an enclosing OpenPGP signature."""
    if not text.lstrip().startswith(SIGNED_TEXT):
        return text
    inside = text.partition("\n\n")[2].partition(SIGNATURE)[0]
    return "\n".join(line.removeprefix("- ") for line in inside.split("\n"))


def typed_blocks(text: str, *, is_reply: bool) -> tuple[str, ...]:
    """Returns the passages typed by the writer.

    Raises UnreadableMailError if the text is cut and the rest may contain another passage.
    """
    typed = remove_quotations(text[:MAX_TEXT_LENGTH], MAX_REPLY_LINES if is_reply else None)
    if len(text) > MAX_TEXT_LENGTH and (typed.is_open or not typed.blocks):
        raise UnreadableMailError(UnreadableReason.TEXT)
    return typed.blocks
