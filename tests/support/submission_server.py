"""A provider's submission server on loopback: TLS, a login, limits, and refusals that tests set."""

import asyncio
import base64
import ssl
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import trustme
from aiosmtpd.smtp import SMTP

from tests.support.smtp_sink import sink

USER, PASSWORD, TOKEN = "pbm@example.net", "s3cret wörd", "ya29.token"
OK = "250 2.1.0 Ok"


class SubmissionServer:
    """A server that sends for those who log in; everything that it refuses may be changed."""

    def __init__(self, tls=None, *, implicit=False, clock=None):
        """`clock`: a clock that tests set, for the limits."""
        self._tls, self._implicit, self._clock = tls, implicit, clock
        self.secret = PASSWORD
        self.wants_login = True
        self.login_reply = ""
        """The reply to each login; if empty, it is checked."""
        self.replies = {}
        """Replies by sender, recipient, or step: MAIL, RCPT, END."""
        self.per_minute = 0
        self.limit_reply = "450 4.7.1 Too many messages in a minute"
        self.most_connections = 0
        self.mails = []
        """Sender, recipient, content and time of each mail that was accepted."""
        self.logins = []
        """The mechanism of each login, and True if it was accepted."""
        self.tried = 0
        """The number of mails begun."""
        self.connections = []
        self.port = 0

    async def auth_XOAUTH2(self, server, args):  # noqa: N802 - makes the mechanism offered
        """Does nothing: handle_AUTH does."""

    async def handle_AUTH(self, server, session, envelope, args):  # noqa: N802 - the name it is called by
        mechanism, words = args[0], args[1:]
        given = base64.b64decode(words[0]).decode() if words else ""
        if mechanism == "LOGIN":
            given = f"\0{given}\0{(await server.challenge_auth('Password:')).decode()}"
        expected = {
            "PLAIN": f"\0{USER}\0{self.secret}",
            "LOGIN": f"\0{USER}\0{self.secret}",
            "XOAUTH2": f"user={USER}\x01auth=Bearer {self.secret}\x01\x01",
        }[mechanism]
        reply = self.login_reply or ("" if given == expected else "535 5.7.8 Bad credentials")
        self.logins.append((mechanism, not reply))
        if mechanism == "XOAUTH2" and reply:
            await server.challenge_auth('{"status":"401"}')
        session.authenticated = not reply
        return reply or "235 2.7.0 Welcome"

    async def handle_MAIL(self, server, session, envelope, address, options):  # noqa: N802 - as above
        self.tried += 1
        sender = "" if address == "<>" else address
        said = self.replies.get("MAIL") or self.replies.get(sender, OK)
        if self.wants_login and not session.authenticated:
            said = "530 5.7.0 Authentication required"
        if said == OK:
            envelope.mail_from = address
        return self._said(server, said)

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802 - as above
        said = self.replies.get("RCPT") or self.replies.get(address, OK)
        if self.per_minute and self._sent_lately() >= self.per_minute:
            said = self.limit_reply
        if said == OK:
            envelope.rcpt_tos.append(address)
        return self._said(server, said)

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - as above
        said = self.replies.get("END", OK)
        if said == OK:
            sender = "" if envelope.mail_from == "<>" else envelope.mail_from
            self.mails.append((sender, *envelope.rcpt_tos, envelope.content, self._now()))
        return self._said(server, said)

    def _said(self, server, said):
        if said.startswith("421"):
            asyncio.get_running_loop().call_soon(server.transport.close)
        return said

    def _sent_lately(self):
        return sum(mail[-1] > self._now() - timedelta(minutes=1) for mail in self.mails)

    def _now(self):
        return self._clock.now() if self._clock else datetime.now(UTC)

    async def hang_up(self):
        """Drops all connections."""
        for server in self.connections:
            if server.transport:
                server.transport.abort()

    def _make(self):
        options = {"tls_context": None if self._implicit else self._tls}
        options["auth_require_tls"] = bool(options["tls_context"])
        options["auth_exclude_mechanism"] = ["CRAM-MD5"]
        loop = asyncio.get_running_loop()
        server = SMTP(self, hostname="submission", loop=loop, timeout=60, **options)
        self.connections.append(server)
        return server

    async def listen(self):
        tls = self._tls if self._implicit else None
        return await asyncio.get_running_loop().create_server(self._make, "127.0.0.1", 0, ssl=tls)


class Authority:
    """An issuer of certificates, and those for a server on this machine."""

    def __init__(self, folder):
        self.ca = trustme.CA()
        self.file = folder / "authority.pem"
        self.ca.cert_pem.write_to_path(self.file)

    def tls(self, *names, expired=False):
        """Returns the TLS of a server with a certificate for these names, or for localhost."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        until = {"not_after": datetime.now(UTC) - timedelta(days=1)} if expired else {}
        self.ca.issue_cert(*(names or ("localhost", "127.0.0.1")), **until).configure_cert(context)
        return context


@contextmanager
def submission_server(tls=None, **options):
    """Runs a submission server; yields it."""
    with sink(SubmissionServer(tls, **options)) as (server, _):
        yield server
