"""Incoming mails: their bytes and their parsed letters."""

from dataclasses import dataclass

from mail.reading.errors import UnreadableMailError
from mail.reading.letter import Letter, bare_letter, read_letter


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """An incoming mail and its letter; read by any process."""

    sender: str
    """The envelope sender as given: `<>` for a null sender."""
    recipients: tuple[str, ...]
    content: bytes
    letter: Letter
    """The parsed mail; only its headers if it can't be read."""
    error: str = ""
    """The reason it can't be read, for the log; empty if it can."""
    advice: str = ""
    """Advice for the sender, in whole sentences."""


def read_incoming_mail(sender: str, recipients: tuple[str, ...], content: bytes) -> IncomingMail:
    """Returns the mail with as much as could be read of it; never raises for its content."""
    try:
        return IncomingMail(sender, recipients, content, read_letter(sender, recipients, content))
    except UnreadableMailError as error:
        bare = bare_letter(sender, content)
        return IncomingMail(sender, recipients, content, bare, str(error), error.advice)
