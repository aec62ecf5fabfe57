"""Making the MIME bytes of an outgoing mail."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from mail.automatic import LOOP_HEADER

POLICY = SMTP.clone(max_line_length=998, refold_source="none", cte_type="7bit")
"""Folds nothing: our headers are short and plain, and folding would break Message-IDs.

Text goes out in 7 bits, as not every relay takes 8.
"""

MOST_REFERENCES = 10
LONGEST_LINE = 998
ASCII = bytes(range(128))


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of text that goes with a mail."""

    name: str
    subtype: str
    """`json`, `plain` or `calendar`."""
    content: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Those of its Content-Type, such as a calendar's `method`."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An outgoing mail before it is MIME."""

    author: str
    """The address it comes from."""
    recipient: str
    subject: str
    text: str
    message_id: str
    date: datetime
    automatic: str
    """`auto-replied` or `auto-generated` (RFC 3834)."""
    references: tuple[str, ...] = ()
    """The thread, ending with the mail that this one answers."""
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    """The same as the text, for those who read it as a page; ASCII in short lines."""
    reply_to: str = ""
    """The address to which replies go, where it isn't the author's."""
    list_id: str = ""
    """What is in common to mails that go together (RFC 2919): `Board 101 <board-101.host>`."""
    unsubscribe: str = ""
    """A mailto: URI by which its reader gets no more of them."""


def compose(draft: Draft) -> bytes:
    """The mail as bytes; the same for the same draft, every time."""
    message = EmailMessage(POLICY)
    for name, value in _headers(draft):
        message[name] = value
    message.set_content(draft.text, cte=_encoding(draft.text))
    if draft.html:
        message.add_alternative(draft.html, subtype="html", cte=_encoding(draft.html))
    for file in draft.attachments:
        _attach(message, file)
    _set_boundaries(message, draft.message_id)
    return message.as_bytes()


def _encoding(text: str) -> str:
    """The shortest in which a text goes out in 7 bits; the library judges by its first lines."""
    content = text.encode()
    others = len(content.translate(None, ASCII))
    if not others and max(map(len, text.split("\n"))) < LONGEST_LINE:
        return "7bit"
    return "base64" if 6 * others > len(content) else "quoted-printable"


def carried_size(text: str) -> int:
    """About how many bytes it takes in a mail, line ends and encoding included."""
    content = text.encode()
    others = len(content.translate(None, ASCII)) + text.count("=")
    size = {
        "7bit": len(content),
        "base64": len(content) * 11 // 8,
        "quoted-printable": (len(content) + 2 * others) * 21 // 20,
    }[_encoding(text)]
    return size + text.count("\n")


def _headers(draft: Draft) -> list[tuple[str, str]]:
    optional = [
        ("Reply-To", draft.reply_to),
        ("In-Reply-To", "".join(draft.references[-1:])),
        ("References", " ".join(draft.references[-MOST_REFERENCES:])),
        ("List-Id", draft.list_id),
        ("List-Unsubscribe", draft.unsubscribe and f"<{draft.unsubscribe}>"),
    ]
    return [
        ("From", f"pbm <{draft.author}>"),
        ("To", draft.recipient),
        ("Subject", draft.subject),
        ("Date", format_datetime(draft.date)),
        ("Message-ID", draft.message_id),
        *((name, value) for name, value in optional if value),
        ("Auto-Submitted", draft.automatic),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, draft.author),
    ]


def _attach(message: EmailMessage, file: Attachment) -> None:
    message.add_attachment(
        file.content, subtype=file.subtype, filename=file.name, params=dict(file.parameters)
    )


def _set_boundaries(message: EmailMessage, message_id: str) -> None:
    """In the place of random ones, which would make every try another mail."""
    digest = hashlib.sha256(message_id.encode()).hexdigest()[:24]
    parts = (part for part in message.walk() if part.is_multipart())
    for number, part in enumerate(parts):
        part.set_boundary(f"=_{digest}_{number}")
