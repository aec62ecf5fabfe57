"""An SMTP server as the relay, with a few connections that are each used for many mails."""

import asyncio
import re
import ssl
from asyncio import WriteTransport
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from aiosmtplib import SMTP, SMTPDataError, SMTPException, SMTPHeloError, SMTPResponse

from mail.delivery.relay import DeliveryError, Fault
from pbm.lazy_logger import get_logger

MAX_CONNECTIONS = 4
SERVER_STATUS = re.compile(r"[45]\.[37]\.\d")
"""The enhanced status of an error of the server or its policy (RFC 3463): even if sent in reply to
RCPT, it isn't about the recipient.
"""
CLOSING = 421
ACCEPTED = (250, 251)

log = get_logger()


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The timeouts of a server, in seconds."""

    connect: float = 30
    """The time until the greeting."""
    tls: float = 30
    """The time of a TLS handshake."""
    reply: float = 60
    """The time to reply to sender and recipient."""
    message: float = 180
    """The time to reply to the message, which may be checked for viruses first."""
    goodbye: float = 3


class SmtpRelay:
    """A relay that sends mails to an SMTP server."""

    def __init__(
        self, host: str, port: int, name: str = "localhost", timeouts: Timeouts | None = None
    ) -> None:
        timeouts = timeouts or Timeouts()
        self.connections = tuple(
            SmtpConnection(host, port, name, timeouts) for _ in range(MAX_CONNECTIONS)
        )


class SmtpConnection:
    """A connection that is opened by the first mail, and kept until it is closed."""

    def __init__(self, host: str, port: int, name: str, timeouts: Timeouts) -> None:
        self._client = SMTP(hostname=host, port=port, local_hostname=name, start_tls=False)
        self._timeouts = timeouts

    async def open(self) -> None:
        """Connects, unless it is connected."""
        if self._client.is_connected:
            return
        try:
            await self._greet()
        except (SMTPException, OSError, UnicodeError) as error:  # or a bad host name
            self._client.close()
            raise DeliveryError(_error_text(error), "relay") from error

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends the mail to the server."""
        try:
            await self._start_mail(sender, recipient)
            await self._command("recipient", b"RCPT", b"TO:<%b>" % recipient.encode())
            await self._send_data(message)
        except ValueError as error:  # control characters or surrogates
            await self._reset()
            raise DeliveryError(f"no such address: {error}", permanent=True) from error

    async def close(self) -> None:
        """Sends QUIT if connected, and doesn't wait for TLS's closing handshake."""
        transport = self._client.transport
        if self._client.is_connected:
            with suppress(SMTPException, OSError):
                await self._client.quit(timeout=self._timeouts.goodbye)
        self._client.close()
        if isinstance(transport, WriteTransport):
            transport.abort()
            await asyncio.sleep(0)

    async def _start_mail(self, sender: str, recipient: str) -> None:
        """Sends MAIL; over a new connection if the server has closed the old one meanwhile."""
        used = self._client.is_connected
        try:
            await self._send_mail_command(sender, recipient)
        except DeliveryError as error:
            if not (used and error.fault == "connection"):
                raise
            await self._send_mail_command(sender, recipient)

    async def _send_mail_command(self, sender: str, recipient: str) -> None:
        await self.open()
        words = [b"FROM:<%b>" % sender.encode()]
        if not (sender + recipient).isascii():
            if not self._client.supports_extension("smtputf8"):
                error = "the relay doesn't take addresses beyond ASCII (SMTPUTF8)"
                raise DeliveryError(error, "recipient", permanent=True)
            words.append(b"SMTPUTF8")
        await self._command("mail", b"MAIL", *words)

    async def _command(self, fault: Fault, *words: bytes) -> None:
        response = self._client.execute_command(*words, timeout=self._timeouts.reply)
        reply = await self._reply(response)
        if reply.code not in ACCEPTED:
            await self._raise_refused(reply, fault)

    async def _send_data(self, message: bytes) -> None:
        reply = await self._reply(self._client.data(message, timeout=self._timeouts.message))
        if reply.code not in ACCEPTED:
            await self._raise_refused(reply, "mail")

    async def _reply(self, response: Awaitable[SMTPResponse]) -> SMTPResponse:
        try:
            return await response
        except SMTPDataError as error:
            return SMTPResponse(error.code, error.message)
        except (SMTPException, OSError) as error:
            self._client.close()
            raise DeliveryError(_error_text(error), "connection") from error

    async def _raise_refused(self, reply: SMTPResponse, fault: Fault) -> None:
        """Raises the error of an unexpected reply."""
        text = f"{reply.code} {reply.message}"
        if reply.code == CLOSING or not 400 <= reply.code < 600:
            self._client.close()
            raise DeliveryError(text, "connection")
        await self._reset()
        theirs = fault == "recipient" and not SERVER_STATUS.match(reply.message)
        raise DeliveryError(text, "recipient" if theirs else "mail", permanent=reply.code >= 500)

    async def _reset(self) -> None:
        """Resets the connection for the next mail, or closes it."""
        try:
            await self._client.rset(timeout=self._timeouts.reply)
        except (SMTPException, OSError):
            self._client.close()

    async def _greet(self) -> None:
        """Connects, with TLS if the server offers it; it is preferred, but not required."""
        await self._hello()
        if not self._client.supports_extension("starttls"):
            return
        try:
            await self._client.starttls(tls_context=_tls(), timeout=self._timeouts.tls)
            await self._client.ehlo(timeout=self._timeouts.connect)
        except (SMTPException, OSError) as error:
            log.warning("relay without TLS", error=_error_text(error))
            self._client.close()
            await self._hello()

    async def _hello(self) -> None:
        wait = self._timeouts.connect
        await self._client.connect(timeout=wait)
        try:
            await self._client.ehlo(timeout=wait)
        except SMTPHeloError:
            await self._client.helo(timeout=wait)


@cache
def _tls() -> ssl.SSLContext:
    """Returns a TLS context that accepts any certificate: the alternative would be no TLS."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
