"""Envelopes of mails that come through a pipe, where nobody says MAIL FROM and RCPT TO."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mail.reading.letter import bare_letter, head_of

RETURN_PATH = re.compile(r"(?im)^return-path:[ \t]*<([^<>\s]*)>")
RECIPIENTS = ("ORIGINAL_RECIPIENT", "RECIPIENT")
"""What Postfix, Exim and qmail set; the first is from before any alias."""


@dataclass(frozen=True)
class Envelope:
    """Who sent a mail, and to which addresses."""

    sender: str
    """Empty when it is null: never answered."""
    recipients: tuple[str, ...]
    """Empty where only the mail's own Delivered-To may tell."""


def find_envelope(
    content: bytes, sender: str | None, recipients: Sequence[str], environment: Mapping[str, str]
) -> Envelope:
    """What is given counts most, then the mail server's variables, then the mail's head."""
    found = _first_set(sender, environment.get("SENDER"), _return_path(content))
    author = bare_letter("", content).author if found is None else found
    named = tuple(filter(None, map(environment.get, RECIPIENTS)))
    address = author.strip().removeprefix("<").removesuffix(">")
    return Envelope(address if address.isprintable() else "", tuple(recipients) or named)


def _first_set(*senders: str | None) -> str | None:
    """The first that is there, be it empty: a null sender is one, too."""
    return next((sender for sender in senders if sender is not None), None)


def _return_path(content: bytes) -> str | None:
    found = RETURN_PATH.search(head_of(content).decode("utf-8", "replace"))
    return found[1] if found else None
