"""An incoming email: its envelope, its bytes, and the result of parsing it."""

from dataclasses import dataclass

from mail.reading.errors import UnreadableMailError
from mail.reading.parsed_mail import ParsedMail, bare_mail, parse_mail
from pbm.stored_values import MailOrigin


# No slots: Python would pickle each field separately, and the transfer would be slower.
@dataclass(frozen=True)
class IncomingMail:
    """An incoming email and the result of parsing it. Any process may parse it."""

    sender: str
    """The envelope sender as received. `<>` is a null sender."""
    recipients: tuple[str, ...]
    content: bytes
    parsed_mail: ParsedMail
    """The parsed email. If the email can't be read, it contains only the headers."""
    error: str = ""
    """The reason why the email can't be read, for the log. Empty if it can."""
    advice: str = ""
    """Advice for the sender, in whole sentences."""
    origin: MailOrigin | None = None
    """Its place in a mailbox at a provider. None if it arrived another way."""
    kept: int | None = None
    """Its number among the failed emails, if it is tried again. None for a new email."""


def read_incoming_mail(
    sender: str, recipients: tuple[str, ...], content: bytes, origin: MailOrigin | None = None
) -> IncomingMail:
    """Returns the email with everything that could be read from it.

    Never raises, whatever it contains.
    """
    try:
        parsed_mail, error, advice = parse_mail(sender, recipients, content), "", ""
    except UnreadableMailError as unreadable:
        parsed_mail = bare_mail(sender, content)
        error, advice = str(unreadable), unreadable.advice
    return IncomingMail(sender, recipients, content, parsed_mail, error, advice, origin)
