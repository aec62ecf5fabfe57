"""A provider of mailboxes: Dovecot, and a relay that brings submitted mail back to its users."""

import asyncio
from contextlib import contextmanager, suppress
from smtplib import SMTPException

from aiosmtpd.smtp import SMTP

from tests.support.dovecot import dovecot
from tests.support.smtp_sink import event_loop


class _Exchange:
    """Takes what users submit: mail to the provider's own users goes to Dovecot."""

    def __init__(self, users):
        self.users = users
        self.server = None
        self.sent = []
        """Recipient and content of each mail that left the provider."""

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - aiosmtpd's name
        for recipient in envelope.rcpt_tos:
            host = recipient.rpartition("@")[2].lower()
            if recipient not in self.users and host != "example.net":
                self.sent.append((recipient, envelope.content))
                continue
            with suppress(SMTPException):  # nobody has this address
                await asyncio.to_thread(
                    self.server.deliver, envelope.mail_from, envelope.content, recipient
                )
        return "250 Ok"

    async def listen(self):
        loop = asyncio.get_running_loop()
        return await loop.create_server(
            lambda: SMTP(self, hostname="mx.example.net", loop=loop, enable_SMTPUTF8=True),
            "127.0.0.1",
            0,
        )


class MailProvider:
    """Mailboxes at example.net, and what left for others."""

    def __init__(self, server, exchange):
        self.server = server
        self.sent = exchange.sent
        self.mailbox = f"imaps://localhost:{server.ports['IMAPS']}"
        self.relay = f"submissions://localhost:{server.ports['SUBMISSIONS']}"
        self.environment = {"SSL_CERT_FILE": str(server.ca_file)}
        """What makes programs trust its certificate."""


@contextmanager
def mail_provider(*, has_plus=True, users=()):
    """Runs a provider while the block runs; `has_plus`: mail to plus addresses arrives.

    `users`: more users, of any host, with the same password.
    """
    exchange = _Exchange(users)
    extra = "" if has_plus else "recipient_delimiter ="
    with event_loop() as run:
        listener = run(exchange.listen())
        try:
            port = listener.sockets[0].getsockname()[1]
            with dovecot(relay=port, extra=extra, users=users) as server:
                exchange.server = server
                yield MailProvider(server, exchange)
        finally:
            listener.close()
            run(listener.wait_closed())
