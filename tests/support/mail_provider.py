"""A provider of mailboxes: Dovecot, and a relay that brings submitted mail back to its users."""

import asyncio
from contextlib import contextmanager, suppress
from smtplib import SMTPException

from aiosmtpd.smtp import SMTP

from tests.support.dovecot import dovecot
from tests.support.smtp_sink import event_loop


class _Exchange:
    """Takes what users submit: mail to the provider's own host goes to Dovecot."""

    def __init__(self, has_plus):
        self.has_plus = has_plus
        self.server = None
        self.sent = []
        """Recipient and content of each mail that left the provider."""

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802 - aiosmtpd's name
        for recipient in envelope.rcpt_tos:
            if not recipient.endswith("@example.net"):
                self.sent.append((recipient, envelope.content))
            elif self.has_plus or "+" not in recipient:
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
def mail_provider(*, has_plus=True):
    """Runs a provider while the block runs; `has_plus`: mail to plus addresses arrives."""
    exchange = _Exchange(has_plus)
    with event_loop() as run:
        listener = run(exchange.listen())
        try:
            with dovecot(relay=listener.sockets[0].getsockname()[1]) as server:
                exchange.server = server
                yield MailProvider(server, exchange)
        finally:
            listener.close()
            run(listener.wait_closed())
