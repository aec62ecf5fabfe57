"""Parse an incoming email into the values that the rest of the program reads.

Takes the envelope and the bytes, and returns a `ParsedMail`. Raises UnreadableMailError for an
email that can't be read.
"""

import re
from dataclasses import dataclass
from email.message import Message

from mail.reading.automatic_mail import automatic_reason, doubtful_header
from mail.reading.body.attached_files import brings_files
from mail.reading.body.own_text import own_text
from mail.reading.body.reactions import reaction
from mail.reading.errors import UnreadableMailError, UnreadableReason
from mail.reading.header_addresses import (
    addressees,
    addresses,
    delivered_to,
    first_author,
    sole_author,
)
from mail.reading.headers import message_ids, read_headers, split_reference, text_of, values
from mail.reading.message import bare_message, parse
from mail.reading.phrases.replies import REPLY_PREFIXES
from mail.reading.quotations.removal import remove_quotations

MAX_TEXT_LENGTH = 64 * 1024
MAX_REPLY_LINES = 40
"""The lines read of each stretch of a reply."""
REPLY_SUBJECT = re.compile(
    rf"(?i)\s*(?:{'|'.join(REPLY_PREFIXES)}) ?(?:\[\d+\]|\(\d+\)|\^\d+)? ?[:\uff1a]"
)


@dataclass(frozen=True)  # without slots, as `IncomingMail`
class ParsedMail:
    """A parsed incoming mail."""

    sender: str
    """The envelope sender; empty for a null sender."""
    recipients: tuple[str, ...]
    author: str
    """The address in the From header; empty if there is none."""
    delivered_to: tuple[str, ...]
    """The addresses to which it was delivered, by servers on the way."""
    subject: str
    text: str
    """The whole text, quotations included."""
    blocks: tuple[str, ...]
    """The writer's own text, one block for each stretch between quotations."""
    message_id: str
    """The Message-ID with its angle brackets; empty if there is none."""
    references: tuple[str, ...]
    date: str
    is_reply: bool
    """True if it answers another mail, so that its subject isn't the writer's own."""
    automatic: str
    """The evidence that a program wrote it; empty for a person's mail."""
    doubtful: str = ""
    """The header that makes it doubtful that a person wrote it.

    Such a mail is read as any other, but only its own words confirm something.
    """
    sole_author: str = ""
    """The address in From, if there is one such header with one address."""
    addressees: tuple[str, ...] = ()
    """The addresses in the To and Cc headers: whoever got the mail has read all of them."""
    answered: tuple[str, ...] = ()
    """The Message-IDs in In-Reply-To."""
    subject_reference: str = ""
    """The label of a reference in the subject, where `subject` hasn't it."""
    reaction: str | None = None
    """The sign of a mail that only reacts to another, perhaps empty; None for any other mail."""
    has_files: bool = False
    """True if it brings pictures or other files."""
    authentication_results: str | None = None
    """The topmost Authentication-Results header, which anybody may have written.

    Empty if it is too long to be read; None if there is none.
    """


def parse_mail(sender: str, recipients: tuple[str, ...], content: bytes) -> ParsedMail:
    """Returns the mail in these bytes; raises UnreadableMailError."""
    try:
        message = parse(content)
        return _read(sender, recipients, message, own_text(message))
    except UnreadableMailError:
        raise
    except Exception as error:  # the parser fails in many ways on hostile input
        raise UnreadableMailError(UnreadableReason.BROKEN, type(error).__name__) from error


def bare_mail(sender: str, content: bytes) -> ParsedMail:
    """Returns what can be parsed of a mail that can't be read: its headers, if at all."""
    try:
        return _read(sender, (), bare_message(content), "")
    except Exception:  # noqa: BLE001 - as above
        return _read(sender, (), Message(), "")


def _read(sender: str, recipients: tuple[str, ...], message: Message, text: str) -> ParsedMail:
    headers = read_headers(message)
    subject, subject_reference = split_reference(text_of(headers, "subject"))
    answered = message_ids(headers, "in-reply-to")
    references = message_ids(headers, "references")
    own = message_ids(headers, "message-id")
    is_reply = bool(answered or references or REPLY_SUBJECT.match(subject))
    blocks = _blocks(text, is_reply=is_reply)
    authors = [addresses(header) for header in values(headers, "from")]
    return ParsedMail(
        sender="" if sender == "<>" else sender,
        recipients=recipients,
        author=first_author(authors),
        delivered_to=delivered_to(headers),
        subject=subject,
        text=text[:MAX_TEXT_LENGTH],
        blocks=blocks,
        message_id=own[0] if own else "",
        references=references or answered,
        date=text_of(headers, "date"),
        is_reply=is_reply,
        automatic=automatic_reason(message, sender),
        doubtful=doubtful_header(message),
        sole_author=sole_author(authors),
        addressees=addressees(headers),
        answered=answered,
        subject_reference=subject_reference,
        has_files=message.is_multipart() and brings_files(message),
        reaction=reaction(message, "\n".join(blocks)),
        authentication_results=next(iter(values(headers, "authentication-results")), None),
    )


def _blocks(text: str, *, is_reply: bool) -> tuple[str, ...]:
    """Returns the writer's own parts; raises UnreadableMailError if more may be in what is cut."""
    found = remove_quotations(text[:MAX_TEXT_LENGTH], MAX_REPLY_LINES if is_reply else None)
    if len(text) > MAX_TEXT_LENGTH and (found.is_open or not found.blocks):
        raise UnreadableMailError(UnreadableReason.TEXT)
    return found.blocks
