"""Parse an incoming email into the values that the rest of the program reads.

Takes the envelope and the bytes, and returns a `ParsedMail`. Raises UnreadableMailError for an
email that can't be read.
"""

import re
from dataclasses import dataclass
from email.message import Message

from mail.reading.automatic.automatic_mail import (
    automatic_reason,
    doubtful_header,
    is_titled_absence,
    relayed_author,
)
from mail.reading.automatic.calendar_replies import is_calendar_reply
from mail.reading.automatic.receipts import is_titled_invitation, receipt_evidence
from mail.reading.automatic.ticket_systems import ticket_evidence
from mail.reading.body.attached_files import has_files
from mail.reading.body.own_text import MAX_TEXT_LENGTH, own_text, typed_blocks
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

REPLY_SUBJECT = re.compile(
    rf"(?i)\s*(?:{'|'.join(REPLY_PREFIXES)}) ?(?:\[\d+\]|\(\d+\)|\^\d+)? ?[:\uff1a]"
)


@dataclass(frozen=True)  # without slots, for the same reason as `IncomingMail`
class ParsedMail:
    """A parsed incoming email."""

    sender: str
    """The envelope sender. Empty for a null sender."""
    recipients: tuple[str, ...]
    author: str
    """The address in the From header. Empty if there is none."""
    delivered_to: tuple[str, ...]
    """The addresses that servers on the way recorded as recipients (Delivered-To and similar
    headers).
    """
    subject: str
    text: str
    """The whole text, including quotations."""
    blocks: tuple[str, ...]
    """The text typed by the writer, one block for each passage between quotations."""
    message_id: str
    """The Message-ID in angle brackets. Empty if there is none."""
    references: tuple[str, ...]
    date: str
    is_reply: bool
    """Whether the email is a reply to another email. If so, its writer didn't type the subject."""
    automatic: str
    """The evidence that a program wrote it. Empty for a person's email."""
    doubtful: str = ""
    """The header that makes it doubtful that a person wrote it.

    Such an email is read like any other, but only words in it can confirm something.
    """
    sole_author: str = ""
    """The address in From, if there is exactly one such header with exactly one address."""
    relayed_author: str = ""
    """The address in From, if the envelope sender is one of a service that sends for other people.

    `automatic` may then be set only because of this sender. Empty if the email has other evidence
    that a program wrote it.
    """
    addressees: tuple[str, ...] = ()
    """The addresses in the To and Cc headers. All recipients can read them."""
    answered: tuple[str, ...] = ()
    """The Message-IDs in In-Reply-To."""
    subject_reference: str = ""
    """The label of a reference in the subject. `subject` doesn't contain the reference."""
    reaction: str | None = None
    """The emoji of an email that only reacts to another, or an empty string. None for any other
    email.
    """
    has_files: bool = False
    """Whether it has pictures or other files."""
    authentication_results: str | None = None
    """The topmost Authentication-Results header. Anybody may have written it.

    Empty if it is too long to be read. None if there is none.
    """


def parse_mail(sender: str, recipients: tuple[str, ...], content: bytes) -> ParsedMail:
    """Returns the parsed email. Raises UnreadableMailError."""
    try:
        message = parse(content)
        return _read(sender, recipients, message, own_text(message), content)
    except UnreadableMailError:
        raise
    except Exception as error:  # the parser fails in many ways on hostile input
        raise UnreadableMailError(UnreadableReason.BROKEN, type(error).__name__) from error


def bare_mail(sender: str, content: bytes) -> ParsedMail:
    """Returns the headers of an email that can't be read.

    If they can't be parsed either, returns empty values.
    """
    try:
        return _read(sender, (), bare_message(content), "", content)
    except Exception:  # noqa: BLE001 - as above
        return _read(sender, (), Message(), "", b"")


def _read(
    sender: str, recipients: tuple[str, ...], message: Message, text: str, content: bytes
) -> ParsedMail:
    headers = read_headers(message)
    subject, subject_reference = split_reference(text_of(headers, "subject"))
    answered = message_ids(headers, "in-reply-to")
    references = message_ids(headers, "references")
    is_reply = bool(answered or references or REPLY_SUBJECT.match(subject))
    blocks = typed_blocks(text, is_reply=is_reply)
    typed = "\n".join(blocks)
    authors = [addresses(header) for header in values(headers, "from")]
    author = sole_author(authors)
    doubtful = doubtful_header(message)
    is_calendar = is_calendar_reply(message, content)
    written_by_program = _program_evidence(subject, text, typed, doubtful, is_calendar=is_calendar)
    return ParsedMail(
        sender="" if sender == "<>" else sender,
        recipients=recipients,
        author=first_author(authors),
        delivered_to=delivered_to(headers),
        subject=subject,
        text=text[:MAX_TEXT_LENGTH],
        blocks=blocks,
        message_id=next(iter(message_ids(headers, "message-id")), ""),
        references=references or answered,
        date=text_of(headers, "date"),
        is_reply=is_reply,
        automatic=automatic_reason(message, sender) or written_by_program,
        doubtful=doubtful,
        sole_author=author,
        relayed_author="" if written_by_program else relayed_author(message, sender, author),
        addressees=addressees(headers),
        answered=answered,
        subject_reference=subject_reference,
        has_files=message.is_multipart() and has_files(message),
        reaction=reaction(message, typed),
        authentication_results=next(iter(values(headers, "authentication-results")), None),
    )


def _program_evidence(
    subject: str, text: str, typed: str, doubtful: str, *, is_calendar: bool
) -> str:
    """Returns the evidence of subject and text that a program wrote the email.

    `typed`: the text without quotations.
    `doubtful`: the header that makes it doubtful that a person wrote it, if any.
    `is_calendar`: whether a calendar program wrote it.
    """
    if is_calendar:
        return "calendar reply"
    if doubtful and is_titled_absence(subject):
        return "absence"
    if doubtful and is_titled_invitation(subject):
        return "reply to a calendar invitation"
    return receipt_evidence(subject, text, typed) or ticket_evidence(subject, typed)
