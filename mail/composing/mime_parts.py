"""Write MIME headers and parts as text.

`email.message.EmailMessage` takes ten times as long for one email.
"""

import base64
import quopri
import re
from collections.abc import Sequence
from email.header import Header
from email.policy import SMTP
from email.utils import formataddr

MAX_HEADER_LINE = 78
"""The length above which a line of a header is folded [RFC 5322]."""
ENCODING_POLICY = SMTP.clone(max_line_length=MAX_HEADER_LINE, cte_type="7bit")
"""The policy for what isn't ASCII: sent in 7 bits, as not every relay accepts 8."""
MAX_LINE_LENGTH = 998
MAX_ENCODED_WORD = 75
"""In characters [RFC 2047]."""
ASCII = bytes(range(128))
WORD_BREAK = re.compile(" (?=[^ ])")


def header(name: str, value: str) -> str:
    """Returns a header, folded; encoded if it isn't ASCII. Refuses line ends."""
    line = f"{name}: {value}"
    if line.isascii() and line.isprintable():
        if len(line) <= MAX_HEADER_LINE:
            return f"{line}\r\n"
        folded = _folded(line)
        if max(map(len, folded)) <= MAX_LINE_LENGTH:
            return "\r\n ".join(folded) + "\r\n"
    return str(ENCODING_POLICY.fold(*ENCODING_POLICY.header_store_parse(name, value)))


def _folded(line: str) -> list[str]:
    """Returns a header's line in pieces, without the space between two of them.

    A word, such as a Message-ID, stays whole.
    """
    name, *words = WORD_BREAK.split(line)
    lines = [f"{name} {''.join(words[:1])}"]
    for word in words[1:]:
        if len(lines[-1]) + 2 + len(word) <= MAX_HEADER_LINE:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def mailbox(name: str, address: str) -> str:
    """Returns an address with a name before it, quoted or encoded where that is needed."""
    if name.isascii():
        return formataddr((name, address))
    words = Header(name, "utf-8", maxlinelen=MAX_ENCODED_WORD).encode(linesep="")
    return f"{words} <{address}>"


def leaf(text: str, content_type: str, *more: str) -> str:
    """Returns a text part: its headers, `more` header lines, and the text in 7 bits."""
    encoding = encoding_of(text)
    head = header("Content-Type", content_type) + header("Content-Transfer-Encoding", encoding)
    return f"{head}{''.join(more)}\r\n{_encoded(text, encoding)}"


def base64_leaf(content: str, content_type: str, *more: str) -> str:
    """Returns a part whose bytes are given in base64, in lines."""
    head = header("Content-Type", content_type) + header("Content-Transfer-Encoding", "base64")
    return f"{head}{''.join(more)}\r\n{content.replace(chr(10), chr(13) + chr(10))}"


def multipart(subtype: str, boundary: str, parts: Sequence[str]) -> str:
    """Returns a part that contains other parts."""
    head = header("Content-Type", f'multipart/{subtype}; boundary="{boundary}"')
    inside = "".join(f"\r\n--{boundary}\r\n{part}" for part in parts)
    return f"{head}{inside}\r\n--{boundary}--\r\n"


def encoding_of(text: str) -> str:
    """Returns the shortest 7-bit encoding of a text."""
    others = _others(text)
    if not others and "\r" not in text and max(map(len, text.split("\n"))) <= MAX_LINE_LENGTH:
        return "7bit"
    return "base64" if 6 * others > len(text.encode()) else "quoted-printable"


def carried_size(text: str) -> int:
    """Returns the approximate size of a text in a mail, line ends and encoding included."""
    encoding, lines = encoding_of(text), text.count("\n")
    if encoding == "7bit":
        return len(text) + lines
    length = len(text.encode())
    if encoding == "base64":
        return length * 11 // 8 + lines
    return (length + 2 * (_others(text) + text.count("="))) * 21 // 20 + lines


def _others(text: str) -> int:
    """Returns the number of bytes that aren't ASCII."""
    return 0 if text.isascii() else len(text.encode().translate(None, ASCII))


def _encoded(text: str, encoding: str) -> str:
    if encoding == "7bit":
        lines = text
    elif encoding == "base64":
        lines = base64.encodebytes(text.replace("\n", "\r\n").encode()).decode()
    else:
        lines = quopri.encodestring(text.encode()).decode()
    return lines.replace("\n", "\r\n")
