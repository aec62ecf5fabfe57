"""Bytes of unknown charset to text that is safe to show."""

import re

UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Controls, terminal escapes among them, and marks that reorder what follows."""


def decode(content: bytes, charset: str | None) -> str:
    """Text in the declared charset if that works, else UTF-8, else Windows-1252 or Latin-1."""
    for name in (charset, "utf-8", "windows-1252"):
        try:
            return content.decode(name or "utf-8")
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("latin-1")


def clean(text: str) -> str:
    """Text with plain line ends and without control characters."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return UNSAFE.sub("", lines)
