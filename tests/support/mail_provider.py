"""A provider of mailboxes: Dovecot, and a relay that brings submitted mail back to its users."""

from contextlib import contextmanager, suppress
from smtplib import SMTPException

from tests.support.dovecot import dovecot
from tests.support.smtp_sink import sink


class MailProvider:
    """Mailboxes at example.net, and what left for others."""

    def __init__(self, server, users):
        self.server, self._users = server, users
        self.sent = []
        """Recipient and content of each mail that left the provider."""
        self.mailbox = f"imaps://localhost:{server.ports['IMAPS']}"
        self.relay = f"submissions://localhost:{server.ports['SUBMISSIONS']}"
        self.environment = {"SSL_CERT_FILE": str(server.ca_file)}
        """What makes programs trust its certificate."""

    def take(self, sender, recipient, content):
        """Takes a submitted mail: those to the provider's own users go to Dovecot."""
        if recipient not in self._users and not recipient.lower().endswith("@example.net"):
            self.sent.append((recipient, content))
            return
        with suppress(SMTPException):  # nobody has this address
            self.server.deliver(sender, content, recipient)


@contextmanager
def mail_provider(*, has_plus=True, users=()):
    """Runs a provider while the block runs; `has_plus`: mail to plus addresses arrives.

    `users`: more users, of any host, with the same password.
    """
    extra = "" if has_plus else "recipient_delimiter ="
    with (
        sink(offers=["SMTPUTF8"]) as exchange,
        dovecot(relay=exchange.port, extra=extra, users=users) as server,
    ):
        provider = MailProvider(server, users)
        exchange.deliver = provider.take
        yield provider
