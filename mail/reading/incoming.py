"""A mail that came in: what it is on the wire, and what was read in it."""

from dataclasses import dataclass

from mail.reading.errors import UnreadableMailError
from mail.reading.letter import Letter, bare_letter, read_letter


@dataclass(frozen=True, slots=True)
class IncomingMail:
    """A mail, read; by whichever process has the time."""

    sender: str
    """The envelope sender, as it was said: `<>` when it is null."""
    recipients: tuple[str, ...]
    content: bytes
    letter: Letter
    """The head alone of a mail that can't be read."""
    error: str = ""
    """Why it can't be read, for the log; empty where it can."""
    advice: str = ""
    """The same for its sender, in whole sentences."""


def read_incoming_mail(sender: str, recipients: tuple[str, ...], content: bytes) -> IncomingMail:
    """The mail with what could be read of it; never raises for what it says."""
    try:
        return IncomingMail(sender, recipients, content, read_letter(sender, recipients, content))
    except UnreadableMailError as error:
        bare = bare_letter(sender, content)
        return IncomingMail(sender, recipients, content, bare, str(error), error.advice)
