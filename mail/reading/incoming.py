"""Incoming emails: their envelope, their bytes, and the parsed email."""

from dataclasses import dataclass

from mail.reading.errors import UnreadableMailError
from mail.reading.parsed_mail import ParsedMail, bare_mail, parse_mail
from pbm.stored import MailOrigin


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
