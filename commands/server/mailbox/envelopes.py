"""Decide which emails in a mailbox are for us, and read their envelopes."""

from dataclasses import dataclass

from commands.settings import Settings
from mail.reading.envelope import find_envelope
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.reading.parsed_mail import bare_mail
from mail.server_address import ServerAddress
from pbm.stored import MailOrigin


@dataclass(frozen=True, slots=True)
class MailboxEnvelope:
    """The envelope of a mail in a mailbox, as its headers tell it."""

    sender: str
    recipients: tuple[str, ...]
    """Our own addresses to which it was delivered; empty if no header names the delivery."""
    is_ours: bool
    """True if it is for us; others' mail is left alone."""

    @property
    def network(self) -> str:
        """The domain of the sender, as all mails come from one server; domains take turns."""
        return self.sender.rpartition("@")[2].lower()

    def read(self, content: bytes, origin: MailOrigin) -> IncomingMail:
        """Returns the mail; never raises for its content."""
        return read_incoming_mail(self.sender, self.recipients, content, origin)


@dataclass(frozen=True)
class MailboxEnvelopes:
    """Reads envelopes.

    All mail is ours in a mailbox of our own, and in a folder that the admin has named: somebody
    has put it there. In the inbox of somebody else only mail that names our address is ours, as an
    SMTP server gets no other.
    """

    settings: Settings
    address: ServerAddress

    def read(self, content: bytes) -> MailboxEnvelope:
        """Returns the envelope of a mail."""
        sender = find_envelope(content, None, (), {}).sender
        parsed_mail = bare_mail(sender, content)
        named = [*parsed_mail.delivered_to, *parsed_mail.addressees]
        return MailboxEnvelope(
            sender or "<>",
            tuple(filter(self._is_own, parsed_mail.delivered_to)),
            self._takes_all or any(map(self._is_own, named)),
        )

    @property
    def _takes_all(self) -> bool:
        in_inbox = self.address.path.upper() in ("", "INBOX")
        return not in_inbox or self.address.user.lower() == self.settings.address.lower()

    def _is_own(self, address: str) -> bool:
        own_name, _, own_host = self.settings.address.lower().partition("@")
        name, _, host = address.lower().rpartition("@")
        return host == own_host and name.partition("+")[0] == own_name
