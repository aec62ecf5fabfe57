"""Compose an outgoing email as MIME.

The standard library's `EmailMessage` takes ten times as long.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime

from mail.composing.mime_headers import header, mailbox
from mail.composing.mime_parts import base64_leaf, leaf, multipart
from mail.reading.automatic.automatic_mail import LOOP_HEADER

PLAIN = 'text/plain; charset="utf-8"'
FLOWED = f"{PLAIN}; format=flowed; delsp=no"
ONE_CLICK = "List-Unsubscribe=One-Click"
"""Request body with which a mail program unsubscribes at an https: link, and also the value of the
header List-Unsubscribe-Post (RFC 8058).
"""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to an email."""

    name: str
    type: str
    """The media type, such as `application/json`."""
    content: str
    """The text of the file. If `encoded` is set, its bytes in base64."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Parameters of Content-Type, such as the `method` of a calendar."""
    encoded: bool = False
    """Whether `content` is in base64."""
    note: str = ""
    """An alternative text for mail programs that would otherwise print the attachment below the
    email.
    """


@dataclass(frozen=True, slots=True)
class Draft:
    """An outgoing email before it is encoded as MIME."""

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
    """Message-ID of the email that this one answers."""
    references: tuple[str, ...] = ()
    """Message-IDs of the thread. The last one is `in_reply_to`."""
    attachments: tuple[Attachment, ...] = ()
    html: str = ""
    """The same content as HTML, in ASCII and in short lines."""
    reply_to: str = ""
    """Address for replies, if it isn't the author."""
    list_id: str = ""
    """List-Id of a group of emails (RFC 2919), such as `Board 101 <board-101.host>`."""
    archive: str = ""
    """URL of the web page with the content of the group."""
    unsubscribe: tuple[str, ...] = ()
    """URIs that unsubscribe the recipient from the group. https: URIs support one-click
    unsubscribing.
    """
    name: str = ""
    """Display name of the sender."""
    flowed: bool = False
    """Whether `text` was formatted by `flowed_text.flowed`."""


def compose(draft: Draft) -> bytes:
    """Returns the email as bytes. The same draft always gives the same bytes."""
    head = "".join(header(name, value) for name, value in _headers(draft))
    return f"{head}{_content(draft)}".encode("ascii")


def _content(draft: Draft) -> str:
    """Returns the MIME part that contains the text, any HTML, and the attachments."""
    # Derive the boundary from the Message-ID, so that each attempt sends the same bytes.
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
        # "All" would also suppress bounces
        ("X-Auto-Response-Suppress", "DR, RN, NRN, OOF, AutoReply"),
        (LOOP_HEADER, draft.author),
        ("MIME-Version", "1.0"),
    ]
