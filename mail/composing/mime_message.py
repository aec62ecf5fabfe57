"""Compose an outgoing email as MIME.

`email.message.EmailMessage` takes ten times as long for one email.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime

from mail.composing.mime_headers import header, mailbox
from mail.composing.mime_parts import base64_leaf, leaf, multipart
from mail.reading.automatic_mail import LOOP_HEADER

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
    """True if the text is in the format of `flowed_text.flowed`."""


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
