"""Making the MIME bytes of an outgoing mail."""

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of text that goes with a mail."""

    name: str
    subtype: str
    """`json` or `plain`."""
    content: str


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
    reply_to: str = ""
    """Where replies go, if not to the author."""
    unsubscribe: str = ""
    """A mailto: URI by which its reader gets no more of them."""
    attachments: tuple[Attachment, ...] = ()


def compose(draft: Draft) -> bytes:
    """The mail as bytes; the same for the same draft, every time."""
    message = EmailMessage(POLICY)
    message["From"] = f"pbm <{draft.author}>"
    message["To"] = draft.recipient
    if draft.reply_to:
        message["Reply-To"] = draft.reply_to
    message["Subject"] = draft.subject
    message["Date"] = format_datetime(draft.date)
    message["Message-ID"] = draft.message_id
    if draft.references:
        message["In-Reply-To"] = draft.references[-1]
        message["References"] = " ".join(draft.references[-MOST_REFERENCES:])
    if draft.unsubscribe:
        message["List-Unsubscribe"] = f"<{draft.unsubscribe}>"
    message["Auto-Submitted"] = draft.automatic
    message["X-Auto-Response-Suppress"] = "All"
    message[LOOP_HEADER] = draft.author
    message.set_content(draft.text)
    for file in draft.attachments:
        message.add_attachment(file.content, subtype=file.subtype, filename=file.name)
    return message.as_bytes()
