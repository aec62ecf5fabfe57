"""Extraction of the writer's text from the parts of a mail."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from typing import cast

from mail.reading.errors import UnreadableMailError, UnreadableReason
from mail.reading.flowed_text import unflowed
from mail.reading.quotations import remove_quotations
from mail.reading.text import clean, decode

MAX_PARTS = 50
DEEPEST = 10
MAX_CONTENT_BYTES = 1024 * 1024
"""The size of a part's content above which the rest isn't decoded."""
MAX_COMPARED_LENGTH = 64 * 1024
"""The length in which quotations are searched to choose among alternatives."""
ENCRYPTED_TYPES = {
    "multipart/encrypted": UnreadableReason.ENCRYPTED,
    "application/pgp-encrypted": UnreadableReason.ENCRYPTED,
    "application/pkcs7-mime": UnreadableReason.ENCRYPTED,
    "application/x-pkcs7-mime": UnreadableReason.ENCRYPTED,
}
"""Content types that hide the text if none is found elsewhere."""
ENCRYPTED_TEXT = "-----BEGIN PGP MESSAGE-----"
SIGNED_TEXT = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
FILE_ENDS = ("end", "====")
"""The lines below a uuencoded file."""
MAX_DECORATION_LENGTH = 40_000
"""The length of an encoded picture inside the text up to which it belongs to a signature."""
NO_FILES = (
    *("pgp-signature", "pkcs7-signature", "x-pkcs7-signature", "pgp-keys", "ms-tnef"),
    *("calendar", "vcard", "x-vcard", "html", "vnd.google.email-reaction+json"),
)
"""The types of files that programs attach by themselves."""
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
_FILE_BEGINS = re.compile(r"(?m)^begin(?:-base64)? [0-7]{3,4} \S")
_STRUCK_OUT = re.compile(rb"(?i)<(?:s|strike|del)[\s>]|line-through")
_DECLARED = re.compile(rb"""(?i)<meta[^>]{0,200}charset=["']?([\w-]{1,40})""")


def own_text(message: Message) -> str:
    """Returns the plain text, or the HTML as text if there is none; raises UnreadableMailError."""
    parts = list(_parts(message))
    text = _best(message)
    if text.lstrip().startswith(ENCRYPTED_TEXT):
        raise UnreadableMailError(UnreadableReason.ENCRYPTED)
    if not text.strip():
        _refuse_encrypted(parts)
    return _without_armour(text)


def brings_files(message: Message) -> bool:
    """Returns True for a mail with pictures or other files, besides signatures and decoration."""
    return any(map(_is_file, _parts(message)))


def _is_file(part: Message) -> bool:
    kind = part.get_content_maintype()
    if kind == "image" and part["Content-ID"] and part.get_content_disposition() != "attachment":
        return len(part.get_payload()) > MAX_DECORATION_LENGTH
    if kind in ("image", "audio", "video"):
        return True
    is_attached = _is_attached(part) and kind in ("application", "text")
    return is_attached and part.get_content_subtype() not in NO_FILES


def reaction(message: Message, text: str) -> str | None:
    """Returns the sign of a mail that only reacts to another, as Gmail and Outlook send them.

    Empty for a reaction without a sign, such as one that is taken back; None for any other mail.
    `text`: the writer's own.
    """
    kinds = (part for part in _parts(message) if part.get_content_type() == REACTION_TYPE)
    if (part := next(kinds, None)) is not None and not _is_attached(part):
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


def report_texts(message: Message) -> list[str]:
    """Returns the texts of all parts, the fields of a delivery status included."""
    return [text for part in _parts(message) if (text := _report_part(part).strip())]


def _report_part(part: Message) -> str:
    if part.get_content_type() != "message/delivery-status" or not part.is_multipart():
        return _content(part)
    blocks = cast("list[Message]", part.get_payload())
    return "\n".join(f"{name}: {value}" for block in blocks for name, value in block.items())


def _parts(message: Message) -> Iterator[Message]:
    """Yields all parts, the outermost first, without the parts of a forwarded mail."""
    waiting, number = [(message, 0)], 0
    while waiting:
        (part, depth), number = waiting.pop(), number + 1
        if number > MAX_PARTS:
            raise UnreadableMailError(UnreadableReason.PARTS)
        if depth > DEEPEST:
            raise UnreadableMailError(UnreadableReason.DEPTH)
        yield part
        waiting.extend((inner, depth + 1) for inner in reversed(_inner(part)))


def _inner(part: Message) -> list[Message]:
    if part.is_multipart() and part.get_content_maintype() == "multipart":
        return cast("list[Message]", part.get_payload())
    return []


def _best(part: Message) -> str:
    """Returns the first non-empty text; of alternatives, the plain one."""
    inner = _inner(part)
    if part.get_content_type() == "multipart/alternative":
        return _best_alternative(inner)
    if inner:
        return next(filter(str.strip, map(_best, inner)), "")
    return "" if _is_attached(part) else _content(part)


def _best_alternative(parts: list[Message]) -> str:
    """Returns the plain text, unless only another alternative marks what is quoted.

    Plain text doesn't say what is struck out: where a page does, and marks the quotations that the
    plain text marks, the page is read.
    """
    ordered = sorted(parts, key=lambda each: each.get_content_type() != "text/plain")
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
    """Returns True if a page in this part strikes text out."""
    pages = (each for each in _parts(part) if each.get_content_type() == "text/html")
    contents = (page.get_payload(decode=True) for page in pages)
    return any(isinstance(each, bytes) and _STRUCK_OUT.search(each) for each in contents)


def _is_attached(part: Message) -> bool:
    return bool(part.get_filename()) or part.get_content_disposition() == "attachment"


def _content(part: Message) -> str:
    kind = part.get_content_type()
    content = part.get_payload(decode=True) if kind in ("text/plain", "text/html") else None
    if not isinstance(content, bytes):
        return ""
    content = content[:MAX_CONTENT_BYTES]
    if kind == "text/html":
        charset = _charset(part) or _declared(content)
        return _page(clean(decode(content, charset)))
    return _without_attached_files(_flowed(part, clean(decode(content, _charset(part)))))


def _page(html: str) -> str:
    """Returns a page as text; raises UnreadableMailError if own text may be in what is cut."""
    from mail.reading.html import MAX_HTML_LENGTH, html_text  # noqa: PLC0415 - few are HTML alone

    text = clean(html_text(html))
    if len(html) > MAX_HTML_LENGTH:
        found = remove_quotations(text)
        if found.is_open or not found.blocks:
            raise UnreadableMailError(UnreadableReason.PAGE)
    return text


def _without_attached_files(text: str) -> str:
    """Returns the text without the files that old programs write into it (uuencoding)."""
    if "begin" not in text or not _FILE_BEGINS.search(text):
        return text
    lines = text.split("\n")
    last = max((at for at, line in enumerate(lines) if line in FILE_ENDS), default=-1)
    own: list[str] = []
    is_inside = False
    for at, line in enumerate(lines):
        is_inside = is_inside or (at < last and bool(_FILE_BEGINS.match(line)))
        if not is_inside:
            own.append(line)
        is_inside = is_inside and line not in FILE_ENDS
    return "\n".join(own)


def _flowed(part: Message, text: str) -> str:
    if str(part.get_param("format", "")).lower() != "flowed":
        return text
    return unflowed(text, delete_space=str(part.get_param("delsp", "")).lower() == "yes")


def _charset(part: Message) -> str | None:
    charset = part.get_content_charset()
    return charset if charset and len(charset) < 40 else None


def _declared(html: bytes) -> str | None:
    """Returns the charset declared by the page itself."""
    found = _DECLARED.search(html[:4096])
    return found[1].decode("ascii", "replace") if found else None


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
