"""An SMTP server as the relay, with a few connections that are each used for many mails."""

import asyncio
from asyncio import WriteTransport
from collections.abc import Awaitable
from contextlib import suppress

from aiosmtplib import SMTPDataError, SMTPException, SMTPResponse

from mail.delivery.connection_errors import connection_error
from mail.delivery.relay import DeliveryError
from mail.delivery.replies import ACCEPTED, CLOSING, Step, reply_fault
from mail.delivery.smtp_session import RelayServer, SmtpSession, Timeouts

MAX_CONNECTIONS = 4


class SmtpRelay:
    """A relay that sends mails to an SMTP server."""

    def __init__(self, server: RelayServer, timeouts: Timeouts | None = None) -> None:
        self._login = server.login
        self.connections = tuple(
            SmtpConnection(server, timeouts or Timeouts()) for _ in range(MAX_CONNECTIONS)
        )

    def has_new_secret(self) -> bool:
        """Returns True if the secret of a refused login has changed since."""
        return self._login is not None and self._login.secret.refused()


class SmtpConnection:
    """A connection that is opened by the first mail, and kept until it is closed."""

    def __init__(self, server: RelayServer, timeouts: Timeouts) -> None:
        self._server, self._timeouts = server, timeouts
        self._session = SmtpSession(server, timeouts)
        self._client = self._session.client

    async def open(self) -> None:
        """Connects, unless it is connected."""
        await self._session.open()

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
        except DeliveryError:
            if not used or self._client.is_connected:
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

    async def _command(self, step: Step, *words: bytes) -> None:
        response = self._client.execute_command(*words, timeout=self._timeouts.reply)
        reply = await self._reply(response)
        if reply.code not in ACCEPTED:
            await self._raise_refused(reply, step)

    async def _send_data(self, message: bytes) -> None:
        reply = await self._reply(self._client.data(message, timeout=self._timeouts.message))
        if reply.code not in ACCEPTED:
            await self._raise_refused(reply, "message")

    async def _reply(self, response: Awaitable[SMTPResponse]) -> SMTPResponse:
        try:
            return await response
        except SMTPDataError as error:
            return SMTPResponse(error.code, error.message)
        except (SMTPException, OSError) as error:
            self._client.close()
            text = connection_error(self._server.address, error)
            raise DeliveryError(text, "connection") from error

    async def _raise_refused(self, reply: SMTPResponse, step: Step) -> None:
        """Raises the error of an unexpected reply."""
        text = f"{reply.code} {reply.message}"
        if not 400 <= reply.code < 600:
            self._client.close()
            raise DeliveryError(text, "connection")
        if reply.code == CLOSING:
            self._client.close()
        else:
            await self._reset()
        fault = reply_fault(step, reply.code, reply.message)
        raise DeliveryError(text, fault, permanent=reply.code >= 500, in_mail=True)

    async def _reset(self) -> None:
        """Resets the connection for the next mail, or closes it."""
        try:
            await self._client.rset(timeout=self._timeouts.reply)
        except (SMTPException, OSError):
            self._client.close()
