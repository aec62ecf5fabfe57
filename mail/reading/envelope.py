"""Find the sender and the recipients of an email that didn't come by SMTP."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mail.reading.message import head_of
from mail.reading.parsed_mail import bare_mail

RETURN_PATH = re.compile(r"(?im)^return-path:[ \t]*<([^<>\s]*)>")
RECIPIENTS = ("ORIGINAL_RECIPIENT", "RECIPIENT")
"""The variables set by Postfix, Exim and qmail; the first is from before any alias."""


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
