"""Mails: the relevant data of an incoming mail, parsed from its bytes."""

import email
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.policy import Compat32
from email.utils import getaddresses
from itertools import islice

from mail.reading.automatic import automatic_reason, doubtful_header
from mail.reading.body import MAX_PARTS, brings_files, own_text, reaction
from mail.reading.errors import UnreadableMailError, UnreadableReason
from mail.reading.mail_size import MAX_MAIL_BYTES
from mail.reading.phrases.replies import REPLY_PREFIXES
from mail.reading.quotations import remove_quotations
from mail.reading.subject_references import split_reference
from mail.reading.text import UNSAFE_SIGNS, clean, decode

# Mailboxes: addresses as they are counted.


DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Hosts that ignore dots in the part before the @, with the host that has the same mailboxes."""


def mailbox(address: str) -> str:
    """Returns the mailbox of an address, for counting only: mail goes to the address as written.

    What stands after a + makes no new mailbox [RFC 5233], nor do capitals. Gmail has more mailboxes
    than any other host and delivers each under as many spellings as there are places for dots, so
    these don't count there; elsewhere a dot may tell two people apart.
    """
    name, _, host = address.lower().rpartition("@")
    name = name.partition("+")[0] or name
    if host in DOTLESS:
        return f"{name.replace('.', '')}@{DOTLESS[host]}"
    return f"{name}@{host}"


# Mails: the relevant data of an incoming mail, parsed from its bytes.

# limits, as Python's parser takes minutes over crafted headers and nested parts
MAX_HEADERS_BYTES = 64 * 1024
MAX_HEADER_LENGTH = 4 * 1024
MAX_TEXT_LENGTH = 64 * 1024
MAX_REPLY_LINES = 40
"""The lines read of each stretch of a reply."""
MAX_DELIVERIES = 20
DELIVERIES = ("delivered-to", "x-original-to", "envelope-to")

MULTIPART = re.compile(rb"(?im)^content-type:\s*multipart/")
MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_IN_ADDRESS = rf"[^\s<>@,;:\"(){UNSAFE_SIGNS}]"
ADDRESS = re.compile(f"{_IN_ADDRESS}{{1,200}}@{_IN_ADDRESS}{{1,250}}")
_ATOMS, _LABELS = (
    r"[A-Za-z0-9+_=-]++(?:\.[A-Za-z0-9+_=-]++)*+",
    r"[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)*+",
)
PLAIN_MAILBOX = re.compile(rf"[A-Za-z0-9 ]*+<({_ATOMS}@{_LABELS})>|({_ATOMS}@{_LABELS})")
"""A name of plain words with an address in brackets, or an address: what most mails have."""
REPLY_SUBJECT = re.compile(
    rf"(?i)\s*(?:{'|'.join(REPLY_PREFIXES)}) ?(?:\[\d+\]|\(\d+\)|\^\d+)? ?[:\uff1a]"
)

Headers = Sequence[tuple[str, str]]
"""Names in lower case, each with its value."""


class _CappedHeaders(Compat32):
    """A policy that reads long headers, of any part, as empty: 200 KB would take a minute."""

    def header_source_parse(self, sourcelines: Sequence[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(list(sourcelines))
        return name, value if len(value) <= MAX_HEADER_LENGTH else ""


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


def parse(content: bytes) -> Message:
    """Returns the message in these bytes; raises UnreadableMailError, and the parser's errors."""
    if len(content) > MAX_MAIL_BYTES:
        raise UnreadableMailError(UnreadableReason.SIZE)
    if len(head_of(content)) > MAX_HEADERS_BYTES:
        raise UnreadableMailError(UnreadableReason.HEADERS)
    if _number_of_multiparts(content) > MAX_PARTS:
        raise UnreadableMailError(UnreadableReason.PARTS)
    return email.message_from_bytes(content, policy=_CappedHeaders())


def _number_of_multiparts(content: bytes) -> int:
    return len(MULTIPART.findall(content)) if b"multipart/" in content.lower() else 0


def bare_mail(sender: str, content: bytes) -> ParsedMail:
    """Returns what can be parsed of a mail that can't be read: its headers, if at all."""
    try:
        return _read(sender, (), bare_message(content), "")
    except Exception:  # noqa: BLE001 - as above
        return _read(sender, (), Message(), "")


def bare_message(content: bytes) -> Message:
    """Returns the headers of a message, of any size; raises the parser's errors."""
    head = head_of(content)[:MAX_HEADERS_BYTES]
    return email.message_from_bytes(head, policy=_CappedHeaders())


def head_of(content: bytes) -> bytes:
    """Returns all before the first empty line."""
    return re.split(rb"\r?\n\r?\n", content, maxsplit=1)[0]


def _read(sender: str, recipients: tuple[str, ...], message: Message, text: str) -> ParsedMail:
    headers = _headers(message)
    subject, subject_reference = split_reference(_text(headers, "subject"))
    answered = _message_ids(headers, "in-reply-to")
    references = _message_ids(headers, "references")
    own = _message_ids(headers, "message-id")
    is_reply = bool(answered or references or REPLY_SUBJECT.match(subject))
    blocks = _blocks(text, is_reply=is_reply)
    authors = [_addresses(header) for header in _values(headers, "from")]
    return ParsedMail(
        sender="" if sender == "<>" else sender,
        recipients=recipients,
        author=_author(authors),
        delivered_to=_delivered_to(headers),
        subject=subject,
        text=text[:MAX_TEXT_LENGTH],
        blocks=blocks,
        message_id=own[0] if own else "",
        references=references or answered,
        date=_text(headers, "date"),
        is_reply=is_reply,
        automatic=automatic_reason(message, sender),
        doubtful=doubtful_header(message),
        sole_author=_sole_author(authors),
        addressees=_addressees(headers),
        answered=answered,
        subject_reference=subject_reference,
        has_files=message.is_multipart() and brings_files(message),
        reaction=reaction(message, "\n".join(blocks)),
        authentication_results=next(iter(_values(headers, "authentication-results")), None),
    )


def header_text(message: Message, name: str) -> str:
    """Returns the first header of this name as text in one line; empty if there is none."""
    return _text(_headers(message), name.lower())


def _headers(message: Message) -> Headers:
    """Returns the headers, undecoded; many programs send undeclared UTF-8."""
    raw = ((name.lower(), str(value)) for name, value in message.raw_items())
    return [(name, text if text.isascii() else _utf8(text)) for name, text in raw]


def _utf8(text: str) -> str:
    return decode(text.encode("ascii", "surrogateescape"), None)


def _values(headers: Headers, *names: str) -> list[str]:
    """Returns the headers of these names, given in lower case."""
    return [value for name, value in headers if name in names]


def _text(headers: Headers, name: str) -> str:
    """Returns the first header of this name as text in one line; empty if there is none."""
    decoded = clean(_decoded(_first(headers, name)))
    return re.sub(r"\s*\n\s*", " ", decoded).strip()


def _first(headers: Headers, name: str) -> str:
    return next(iter(_values(headers, name)), "")


def _decoded(value: str) -> str:
    try:
        parts = decode_header(value)
    except HeaderParseError:
        return value
    return "".join(
        decode(part, charset) if isinstance(part, bytes) else part for part, charset in parts
    )


def _message_ids(headers: Headers, name: str) -> tuple[str, ...]:
    """Returns the Message-IDs in a header; some programs encode long ones as if they were words."""
    raw = _first(headers, name)
    return tuple(MESSAGE_ID.findall(_decoded(raw) if "=?" in raw else raw))


def _author(authors: Sequence[Sequence[str]]) -> str:
    """Returns the first address in the first From header."""
    return next((each for found in authors[:1] for each in found if ADDRESS.fullmatch(each)), "")


def _sole_author(authors: Sequence[Sequence[str]]) -> str:
    found = authors[0] if len(authors) == 1 else []
    return found[0] if len(found) == 1 and ADDRESS.fullmatch(found[0]) else ""


def _addressees(headers: Headers) -> tuple[str, ...]:
    found = (each for header in _values(headers, "to", "cc") for each in _addresses(header))
    return tuple(address for address in found if ADDRESS.fullmatch(address))


def _addresses(header: str) -> list[str]:
    if plain := PLAIN_MAILBOX.fullmatch(header):
        return [plain[1] or plain[2]]
    try:
        return [address for _, address in getaddresses([header])]
    except Exception:  # noqa: BLE001 - the parser fails in many ways on hostile input
        return []


def _delivered_to(headers: Headers) -> tuple[str, ...]:
    delivered = _values(headers, *DELIVERIES)[:MAX_DELIVERIES]
    found = (address[0] for header in delivered for address in ADDRESS.finditer(header))
    return tuple(islice(found, MAX_DELIVERIES))


def _blocks(text: str, *, is_reply: bool) -> tuple[str, ...]:
    """Returns the writer's own parts; raises UnreadableMailError if more may be in what is cut."""
    found = remove_quotations(text[:MAX_TEXT_LENGTH], MAX_REPLY_LINES if is_reply else None)
    if len(text) > MAX_TEXT_LENGTH and (found.is_open or not found.blocks):
        raise UnreadableMailError(UnreadableReason.TEXT)
    return found.blocks
