"""A relay on loopback with faults of all kinds, which may deliver what it takes."""

import asyncio
import ssl
from contextlib import contextmanager
from dataclasses import dataclass, field

import trustme
from aiosmtpd.smtp import SMTP, AuthResult

from tests.support.smtp_sink import event_loop

USER, PASSWORD = "pbm@example.net", "s3cret wörd"


@dataclass
class PostOffice:
    """A mail server that takes mails, or refuses them as configured."""

    replies: dict = field(default_factory=dict)
    """Replies other than 250: to MAIL, by sender; to RCPT, by recipient; `AUTH` to a login.

    `RCPT +` is the reply to any plus address.
    """
    wants_login: bool = False
    deliver: object = None
    """Called with sender, recipient and content of each mail, in a thread."""
    tls: bool = False
    """True if it begins with TLS."""
    authority: object = field(default_factory=trustme.CA)
    port: int = 0
    mails: list = field(default_factory=list)

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802 - the name it is called by
        if self.wants_login and not session.authenticated:
            return "530 5.7.0 Authentication required"
        reply = self.replies.get(("MAIL", "" if address == "<>" else address), "250 Ok")
        if reply.startswith("250"):
            envelope.mail_from = address
        return self.replies.get("MAIL", reply)

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - the name it is called by
        if "+" in address and (refusal := self.replies.get("RCPT +")):
            return refusal
        envelope.rcpt_tos.append(address)
        return self.replies.get(("RCPT", address), "250 Ok")

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - the name it is called by
        for recipient in envelope.rcpt_tos:
            self.mails.append((envelope.mail_from, recipient, envelope.content))
            if self.deliver:
                sender = "" if envelope.mail_from == "<>" else envelope.mail_from
                await asyncio.to_thread(self.deliver, sender, recipient, envelope.content)
        return "250 Ok"

    def authenticate(self, server, session, envelope, mechanism, data):
        if reply := self.replies.get("AUTH"):
            return AuthResult(success=False, handled=False, message=reply)
        right = data.login == USER.encode() and data.password == PASSWORD.encode()
        return AuthResult(success=right, handled=False)

    def make(self):
        return SMTP(
            self,
            hostname="relay",
            loop=asyncio.get_running_loop(),
            authenticator=self.authenticate,
            auth_require_tls=False,
        )

    async def listen(self):
        context = None
        if self.tls:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            self.authority.issue_cert("localhost", "127.0.0.1").configure_cert(context)
        loop = asyncio.get_running_loop()
        return await loop.create_server(self.make, "127.0.0.1", 0, ssl=context)


@contextmanager
def post_office(**options):
    """Runs a relay while the block runs."""
    made = PostOffice(**options)
    with event_loop() as run:
        server = run(made.listen())
        made.port = server.sockets[0].getsockname()[1]
        try:
            yield made
        finally:
            run(_close(server))


async def _close(server):
    server.close()
