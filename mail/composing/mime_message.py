"""Composition of an outgoing mail as MIME."""

import base64
import hashlib
import quopri
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header
from email.policy import SMTP
from email.utils import format_datetime, formataddr

from mail.reading.automatic import LOOP_HEADER

# MIME parts as text, without EmailMessage, which takes ten times as long for a mail.


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


# Composition of an outgoing mail as MIME.

PLAIN = 'text/plain; charset="utf-8"'
FLOWED = f"{PLAIN}; format=flowed; delsp=no"
ONE_CLICK = "List-Unsubscribe=One-Click"
"""The text of a request that unsubscribes at an https: URI, as a header announces it (RFC 8058)."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to a mail."""

    name: str
    type: str
    """Its media type, such as `application/json`."""
    content: str
    """The text, or the base64 of bytes."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The parameters of its Content-Type, such as a calendar's `method`."""
    encoded: bool = False
    """True if the content is the base64 of bytes."""
    note: str = ""
    """The text that programs show which would print the content below the mail."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An outgoing mail before it is MIME."""

    author: str
    """The sender's address."""
    recipient: str
    subject: str
    text: str
    message_id: str
    date: datetime
    automatic: str
    """`auto-replied` or `auto-generated` (RFC 3834)."""
    in_reply_to: str = ""
    """The id of the mail to which this one is a reply."""
    references: tuple[str, ...] = ()
    """The ids of its thread, ending with that one."""
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    """The same content as HTML; ASCII in short lines."""
    reply_to: str = ""
    """The address for replies, if it isn't the author's."""
    list_id: str = ""
    """The id of a group of mails (RFC 2919): `Board 101 <board-101.host>`."""
    archive: str = ""
    """The web address at which the group can be read."""
    unsubscribe: tuple[str, ...] = ()
    """The URIs by which the reader unsubscribes from the group; https: is for one-click."""
    name: str = ""
    """The sender's name, shown before the address."""
    flowed: bool = False
    """True if the text is in the format of `text_lines.flowed`."""


def compose(draft: Draft) -> bytes:
    """Returns the mail as bytes; always the same for the same draft."""
    head = "".join(header(name, value) for name, value in _headers(draft))
    return f"{head}{_content(draft)}".encode("ascii")


def _content(draft: Draft) -> str:
    """Returns the text, or text and HTML, and the attachments."""
    # derived, not random: every try of a mail sends the same bytes
    boundary = f"=_{hashlib.sha256(draft.message_id.encode()).hexdigest()[:24]}"
    content = leaf(draft.text, FLOWED if draft.flowed else PLAIN)
    if draft.html:
        page = leaf(draft.html, 'text/html; charset="utf-8"')
        content = multipart("alternative", f"{boundary}_1", [content, page])
    if draft.attachments:
        files = (_attached(file, f"{boundary}_2") for file in draft.attachments)
        content = multipart("mixed", f"{boundary}_0", [content, *files])
    return content


def _attached(file: Attachment, boundary: str) -> str:
    if not file.note:
        return _file(file)
    note = leaf(f"{file.note}\n", PLAIN)
    return multipart("alternative", boundary, [note, _file(file)])


def _file(file: Attachment) -> str:
    parameters = "".join(f'; {name}="{value}"' for name, value in file.parameters.items())
    disposition = header("Content-Disposition", f'attachment; filename="{file.name}"')
    if file.encoded:
        return base64_leaf(file.content, f"{file.type}{parameters}", disposition)
    charset = "" if file.type.startswith("message/") else '; charset="utf-8"'
    return leaf(file.content, f"{file.type}{charset}{parameters}", disposition)


def _is_web(uri: str) -> bool:
    return uri.startswith("https:")


def _headers(draft: Draft) -> list[tuple[str, str]]:
    optional = [
        ("Reply-To", draft.reply_to),
        ("In-Reply-To", draft.in_reply_to),
        ("References", " ".join(draft.references)),
        ("List-Id", draft.list_id),
        ("List-Archive", draft.archive and f"<{draft.archive}>"),
        ("List-Unsubscribe", ", ".join(f"<{uri}>" for uri in draft.unsubscribe)),
        ("List-Unsubscribe-Post", ONE_CLICK if any(map(_is_web, draft.unsubscribe)) else ""),
    ]
    return [
        ("From", mailbox(draft.name, draft.author)),
        ("To", draft.recipient),
        ("Subject", draft.subject),
        ("Date", format_datetime(draft.date)),
        ("Message-ID", draft.message_id),
        *((name, value) for name, value in optional if value),
        ("Auto-Submitted", draft.automatic),
        ("X-Auto-Response-Suppress", "DR, RN, NRN, OOF, AutoReply"),  # not bounces, as "All" is
        (LOOP_HEADER, draft.author),
        ("MIME-Version", "1.0"),
    ]
