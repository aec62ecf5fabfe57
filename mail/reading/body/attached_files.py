"""Recognize attached files, and remove the files that old programs write into the text."""

import re
from email.message import Message

from mail.reading.body.parts import all_parts, is_attached

FILE_ENDS = ("end", "====")
"""Lines that end a uuencoded or base64-encoded file."""
MAX_DECORATION_LENGTH = 40_000
"""Maximum length, in characters, of an encoded inline picture that is ignored as decoration."""
NO_FILES = (
    *("pgp-signature", "pkcs7-signature", "x-pkcs7-signature", "pgp-keys", "ms-tnef"),
    *("calendar", "vcard", "x-vcard", "html", "vnd.google.email-reaction+json"),
)
"""Subtypes of files that mail programs attach by themselves."""
_FILE_BEGINS = re.compile(r"(?m)^begin(?:-base64)? [0-7]{3,4} \S")


def has_files(message: Message) -> bool:
    """Whether the email has pictures or other files, not including signatures and decoration."""
    return any(map(_is_file, all_parts(message)))


def _is_file(part: Message) -> bool:
    kind = part.get_content_maintype()
    if kind == "image" and part["Content-ID"] and part.get_content_disposition() != "attachment":
        return len(part.get_payload()) > MAX_DECORATION_LENGTH
    if kind in ("image", "audio", "video"):
        return True
    is_document = is_attached(part) and kind in ("application", "text")
    return is_document and part.get_content_subtype() not in NO_FILES


def without_attached_files(text: str) -> str:
    """Returns the text without uuencoded files. Old mail programs write files into the text."""
    if "begin" not in text or not _FILE_BEGINS.search(text):
        return text
    lines = text.split("\n")
    last = max((at for at, line in enumerate(lines) if line in FILE_ENDS), default=-1)
    text_lines: list[str] = []
    is_inside = False
    for at, line in enumerate(lines):
        is_inside = is_inside or (at < last and bool(_FILE_BEGINS.match(line)))
        if not is_inside:
            text_lines.append(line)
        is_inside = is_inside and line not in FILE_ENDS
    return "\n".join(text_lines)
