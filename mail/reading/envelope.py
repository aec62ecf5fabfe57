"""Find the sender and the recipients of an email that didn't arrive by SMTP."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mail.reading.message import head_of
from mail.reading.parsed_mail import bare_mail

RETURN_PATH = re.compile(r"(?im)^return-path:[ \t]*<([^<>\s]*)>")
RECIPIENTS = ("ORIGINAL_RECIPIENT", "RECIPIENT")
"""Environment variables that Postfix, Exim and qmail set. The first one is the recipient before
aliases.
"""


@dataclass(frozen=True)
class Envelope:
    """The envelope of an email."""

    sender: str
    """The sender. An empty string is a null sender. It is never answered."""
    recipients: tuple[str, ...]
    """The recipients. If empty, only the email's Delivered-To header may name them."""


def find_envelope(
    content: bytes, sender: str | None, recipients: Sequence[str], environment: Mapping[str, str]
) -> Envelope:
    """Returns the envelope.

    It is taken from the arguments, the mail server's variables or the headers, in this order.
    """
    envelope_sender = _first_set(sender, environment.get("SENDER"), _return_path(content))
    author = bare_mail("", content).author if envelope_sender is None else envelope_sender
    named = tuple(filter(None, map(environment.get, RECIPIENTS)))
    address = author.strip().removeprefix("<").removesuffix(">")
    return Envelope(address if address.isprintable() else "", tuple(recipients) or named)


def _first_set(*senders: str | None) -> str | None:
    """Returns the first sender that isn't None. It may be empty, because a null sender is."""
    return next((sender for sender in senders if sender is not None), None)


def _return_path(content: bytes) -> str | None:
    match = RETURN_PATH.search(head_of(content).decode("utf-8", "replace"))
    return match[1] if match else None
