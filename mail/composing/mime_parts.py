"""Write MIME parts as text, in 7 bits."""

import base64
import quopri
from collections.abc import Sequence
from functools import lru_cache

from mail.composing.mime_headers import MAX_LINE_LENGTH, header

ASCII = bytes(range(128))


def leaf(text: str, content_type: str, *more: str) -> str:
    """Returns a text part, with its content encoded in 7 bits.

    `more`: further header lines.
    """
    encoding = encoding_of(text)
    head = header("Content-Type", content_type) + header("Content-Transfer-Encoding", encoding)
    return f"{head}{''.join(more)}\r\n{_encoded(text, encoding)}"


def base64_leaf(content: str, content_type: str, *more: str) -> str:
    """Returns a part whose content is already in base64, in lines."""
    head = header("Content-Type", content_type) + header("Content-Transfer-Encoding", "base64")
    return f"{head}{''.join(more)}\r\n{content.replace(chr(10), chr(13) + chr(10))}"


def multipart(subtype: str, boundary: str, parts: Sequence[str]) -> str:
    head = header("Content-Type", f'multipart/{subtype}; boundary="{boundary}"')
    inside = "".join(f"\r\n--{boundary}\r\n{part}" for part in parts)
    return f"{head}{inside}\r\n--{boundary}--\r\n"


@lru_cache(maxsize=4)
def encoding_of(text: str) -> str:
    """Returns the name of the 7-bit encoding that makes the text shortest.

    It is cached because an email's text and HTML are measured before they are encoded.
    """
    non_ascii = _count_non_ascii(text)
    if not non_ascii and "\r" not in text and max(map(len, text.split("\n"))) <= MAX_LINE_LENGTH:
        return "7bit"
    return "base64" if 6 * non_ascii > len(text.encode()) else "quoted-printable"


def encoded_size(text: str) -> int:
    """Returns the approximate size of a text inside an email, in bytes.

    The size includes its encoding, and CRLF as line end.
    """
    encoding, lines = encoding_of(text), text.count("\n")
    if encoding == "7bit":
        return len(text) + lines
    length = len(text.encode())
    if encoding == "base64":
        return length * 11 // 8 + lines
    return (length + 2 * (_count_non_ascii(text) + text.count("="))) * 21 // 20 + lines


def _count_non_ascii(text: str) -> int:
    """Returns the number of UTF-8 bytes that aren't ASCII."""
    return 0 if text.isascii() else len(text.encode().translate(None, ASCII))


def _encoded(text: str, encoding: str) -> str:
    if encoding == "7bit":
        lines = text
    elif encoding == "base64":
        lines = base64.encodebytes(text.replace("\n", "\r\n").encode()).decode()
    else:
        lines = quopri.encodestring(text.encode()).decode()
    return lines.replace("\n", "\r\n")
