"""Decide which emails in a mailbox are for this server, and read their envelopes."""

from dataclasses import dataclass

from commands.settings import Settings
from mail.reading.envelope import find_envelope
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.reading.parsed_mail import bare_mail
from mail.server_address import ServerAddress
from pbm.stored_values import MailOrigin


@dataclass(frozen=True, slots=True)
class MailboxEnvelope:
    """The envelope of an email in a mailbox, read from its headers."""

    sender: str
    recipients: tuple[str, ...]
    """The server's own addresses in the delivery headers. Empty without such headers."""
    is_ours: bool
    """Whether the email is for this server. Other people's mail stays untouched."""

    @property
    def network(self) -> str:
        """The sender's domain.

        IP networks can't distinguish senders here, because all emails come from the provider's
        host.
        """
        return self.sender.rpartition("@")[2].lower()

    def read(self, content: bytes, origin: MailOrigin) -> IncomingMail:
        """Returns the parsed email. Never raises because of its content."""
        return read_incoming_mail(self.sender, self.recipients, content, origin)


@dataclass(frozen=True)
class MailboxEnvelopes:
    """Reads the envelopes of emails in one mailbox.

    In the server's own mailbox, and in a folder that the admin has chosen, all mail is for the
    server. In another person's inbox, only mail that names the server's address is, because an SMTP
    server wouldn't get any other.
    """

    settings: Settings
    address: ServerAddress

    def read(self, content: bytes) -> MailboxEnvelope:
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
