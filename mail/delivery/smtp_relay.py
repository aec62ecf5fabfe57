"""An SMTP server as the relay: a few connections, each used for many mails."""

import asyncio
import re
import ssl
from asyncio import WriteTransport
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

import structlog
from aiosmtplib import SMTP, SMTPDataError, SMTPException, SMTPHeloError, SMTPResponse

from mail.delivery.relay import DeliveryError, Fault

MAX_CONNECTIONS = 4
OURS = re.compile(r"[45]\.[37]\.\d")
"""The enhanced status of trouble in the server, or of what it doesn't let us do (RFC 3463): said
of whichever recipient, it isn't about the recipient."""
BYE = 421
TAKEN = (250, 251)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How many seconds a server may keep silent."""

    connect: float = 30
    """Until it has greeted."""
    tls: float = 30
    """When it was asked for TLS, until that stands."""
    reply: float = 60
    """When it was told of sender and recipient."""
    message: float = 180
    """When it was given the message: it may look for viruses first."""
    goodbye: float = 3


class SmtpRelay:
    """Sends mails to an SMTP server."""

    def __init__(
        self, host: str, port: int, name: str = "localhost", patience: Timeouts | None = None
    ) -> None:
        waits = patience or Timeouts()
        self.lines = tuple(SmtpConnection(host, port, name, waits) for _ in range(MAX_CONNECTIONS))


class SmtpConnection:
    """A connection that is made when a mail is to go, and kept until it is closed."""

    def __init__(self, host: str, port: int, name: str, patience: Timeouts) -> None:
        self._client = SMTP(hostname=host, port=port, local_hostname=name, start_tls=False)
        self._patience = patience

    async def open(self) -> None:
        """Connects, if it isn't connected."""
        if self._client.is_connected:
            return
        try:
            await self._greet()
        except (SMTPException, OSError, UnicodeError) as error:  # a host's name may be no name
            self._client.close()
            raise DeliveryError(_told(error), "relay") from error

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Hands the mail to the server."""
        try:
            await self._begin(sender, recipient)
            await self._say("recipient", b"RCPT", b"TO:<%b>" % recipient.encode())
            await self._give(message)
        except ValueError as error:  # control characters, or half ones
            await self._reset()
            raise DeliveryError(f"no such address: {error}", permanent=True) from error

    async def close(self) -> None:
        """Says goodbye, if there is a connection, and waits for no farewell of TLS's own."""
        transport = self._client.transport
        if self._client.is_connected:
            with suppress(SMTPException, OSError):
                await self._client.quit(timeout=self._patience.goodbye)
        self._client.close()
        if isinstance(transport, WriteTransport):
            transport.abort()
            await asyncio.sleep(0)

    async def _begin(self, sender: str, recipient: str) -> None:
        """Names the sender; over a new connection where the server has hung up meanwhile."""
        used = self._client.is_connected
        try:
            await self._name(sender, recipient)
        except DeliveryError as error:
            if not (used and error.whose == "line"):
                raise
            await self._name(sender, recipient)

    async def _name(self, sender: str, recipient: str) -> None:
        await self.open()
        words = [b"FROM:<%b>" % sender.encode()]
        if not (sender + recipient).isascii():
            if not self._client.supports_extension("smtputf8"):
                error = "the relay doesn't take addresses beyond ASCII (SMTPUTF8)"
                raise DeliveryError(error, "recipient", permanent=True)
            words.append(b"SMTPUTF8")
        await self._say("mail", b"MAIL", *words)

    async def _say(self, whose: Fault, *words: bytes) -> None:
        response = self._client.execute_command(*words, timeout=self._patience.reply)
        reply = await self._reply(response)
        if reply.code not in TAKEN:
            await self._refused(reply, whose)

    async def _give(self, message: bytes) -> None:
        reply = await self._reply(self._client.data(message, timeout=self._patience.message))
        if reply.code not in TAKEN:
            await self._refused(reply, "mail")

    async def _reply(self, response: Awaitable[SMTPResponse]) -> SMTPResponse:
        try:
            return await response
        except SMTPDataError as error:
            return SMTPResponse(error.code, error.message)
        except (SMTPException, OSError) as error:
            self._client.close()
            raise DeliveryError(_told(error), "line") from error

    async def _refused(self, reply: SMTPResponse, whose: Fault) -> None:
        """Raises what a reply means that isn't the one hoped for."""
        text = f"{reply.code} {reply.message}"
        if reply.code == BYE or not 400 <= reply.code < 600:
            self._client.close()
            raise DeliveryError(text, "line")
        await self._reset()
        theirs = whose == "recipient" and not OURS.match(reply.message)
        raise DeliveryError(text, "recipient" if theirs else "mail", permanent=reply.code >= 500)

    async def _reset(self) -> None:
        """Makes the connection ready for the next mail, or ends it."""
        try:
            await self._client.rset(timeout=self._patience.reply)
        except (SMTPException, OSError):
            self._client.close()

    async def _greet(self) -> None:
        """Connects, under TLS where the server offers it; unseen is better, but not needed."""
        await self._hello()
        if not self._client.supports_extension("starttls"):
            return
        try:
            await self._client.starttls(tls_context=_tls(), timeout=self._patience.tls)
            await self._client.ehlo(timeout=self._patience.connect)
        except (SMTPException, OSError) as error:
            log.warning("relay without TLS", error=_told(error))
            self._client.close()
            await self._hello()

    async def _hello(self) -> None:
        wait = self._patience.connect
        await self._client.connect(timeout=wait)
        try:
            await self._client.ehlo(timeout=wait)
        except SMTPHeloError:
            await self._client.helo(timeout=wait)


@cache
def _tls() -> ssl.SSLContext:
    """Any certificate will do: without TLS there would be none."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
