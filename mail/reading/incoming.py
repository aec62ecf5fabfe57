"""Incoming mails: their bytes, and what was parsed of them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mail.reading.errors import UnreadableMailError
from mail.reading.message import head_of
from mail.reading.parsed_mail import ParsedMail, bare_mail, parse_mail
from pbm.mail_origin import MailOrigin

RETURN_PATH = re.compile(r"(?im)^return-path:[ \t]*<([^<>\s]*)>")
RECIPIENTS = ("ORIGINAL_RECIPIENT", "RECIPIENT")
"""The variables set by Postfix, Exim and qmail; the first is from before any alias."""


# Without slots: they would be pickled in Python, field by field, on the way to the writer.
@dataclass(frozen=True)
class IncomingMail:
    """An incoming mail and what was parsed of it; read by any process."""

    sender: str
    """The envelope sender as given: `<>` for a null sender."""
    recipients: tuple[str, ...]
    content: bytes
    parsed_mail: ParsedMail
    """The parsed mail; only its headers if it can't be read."""
    error: str = ""
    """The reason it can't be read, for the log; empty if it can."""
    advice: str = ""
    """Advice for the sender, in whole sentences."""
    origin: MailOrigin | None = None
    """Its place in a mailbox at a provider; None if it came in another way."""


def read_incoming_mail(
    sender: str, recipients: tuple[str, ...], content: bytes, origin: MailOrigin | None = None
) -> IncomingMail:
    """Returns the mail with as much as could be read of it; never raises for its content."""
    try:
        parsed_mail, error, advice = parse_mail(sender, recipients, content), "", ""
    except UnreadableMailError as unreadable:
        parsed_mail = bare_mail(sender, content)
        error, advice = str(unreadable), unreadable.advice
    return IncomingMail(sender, recipients, content, parsed_mail, error, advice, origin)


@dataclass(frozen=True)
class Envelope:
    """The sender and the recipients of a mail."""

    sender: str
    """The sender; empty for a null sender, which is never answered."""
    recipients: tuple[str, ...]
    """The recipients; empty if only the mail's own Delivered-To may name them."""


def find_envelope(
    content: bytes, sender: str | None, recipients: Sequence[str], environment: Mapping[str, str]
) -> Envelope:
    """Returns the envelope from the arguments, else the mail server's variables or the headers."""
    found = _first_set(sender, environment.get("SENDER"), _return_path(content))
    author = bare_mail("", content).author if found is None else found
    named = tuple(filter(None, map(environment.get, RECIPIENTS)))
    address = author.strip().removeprefix("<").removesuffix(">")
    return Envelope(address if address.isprintable() else "", tuple(recipients) or named)


def _first_set(*senders: str | None) -> str | None:
    """Returns the first that isn't None; it may be empty, as a null sender is."""
    return next((sender for sender in senders if sender is not None), None)


def _return_path(content: bytes) -> str | None:
    found = RETURN_PATH.search(head_of(content).decode("utf-8", "replace"))
    return found[1] if found else None
