"""Bytes of unknown charset to text that is safe to show."""

import codecs
import re

UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls, terminal escapes among them, marks that reorder what follows, halves of characters."""

NO_CHARSETS = ("punycode", "idna", "unicode-escape", "raw-unicode-escape")
"""Python knows these, but they are slow or warn, and no mail is written in them."""


def decode(content: bytes, charset: str | None) -> str:
    """Text in the declared charset if that works, else UTF-8, else Windows-1252 or Latin-1."""
    for name in (charset, "utf-8", "windows-1252"):
        try:
            return content.decode(_codec(name or "utf-8"))
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("latin-1")


def _codec(name: str) -> str:
    codec = codecs.lookup(name)
    if codec.name in NO_CHARSETS:
        raise LookupError(name)
    return codec.name


def clean(text: str) -> str:
    """Text with plain line ends and without control characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return UNSAFE.sub("", lines)
