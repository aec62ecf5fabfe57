"""Open a connection to an SMTP server: greeting, TLS and login."""

import asyncio
import ssl
from asyncio import BaseTransport
from contextlib import suppress
from dataclasses import dataclass

from aiosmtplib import SMTP, SMTPException, SMTPHeloError

from mail.delivery.relay import DeliveryError
from mail.delivery.relay_address import TlsMode, has_verified_tls
from mail.delivery.smtp.connection_errors import connection_error, connection_fault
from mail.delivery.smtp.login import log_in
from mail.login import Login
from mail.server_address import ServerAddress
from mail.transports import abort
from pbm.process.lazy_logger import get_logger

log = get_logger()


@dataclass(frozen=True, slots=True)
class RelayServer:
    """An SMTP server that is the relay."""

    address: ServerAddress
    tls: TlsMode
    login: Login | None = None
    name: str = "localhost"
    """Our host name in the SMTP dialogue."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Timeouts in seconds."""

    connect: float = 30
    """From connecting to the server's greeting."""
    tls: float = 30
    """For the TLS handshake."""
    reply: float = 60
    """For the replies to sender, recipient and login."""
    message: float = 180
    """For the reply to the message. Servers may scan it for viruses first."""
    goodbye: float = 3


class SmtpSession:
    """A client that connects to a server, starts the required TLS, and logs in."""

    def __init__(self, server: RelayServer, timeouts: Timeouts | None = None) -> None:
        self._server, self._timeouts = server, timeouts or Timeouts()
        address = server.address
        # Without start_tls=False, the library would start TLS by itself if the server offers it.
        self.client = SMTP(
            hostname=address.host,
            port=address.port,
            local_hostname=server.name,
            start_tls=False,
            use_tls=server.tls == "implicit",
        )

    async def open(self) -> None:
        """Connects, unless it is connected already. Raises DeliveryError."""
        if self.client.is_connected:
            return
        await self.abort()  # the server may still be closing the last connection
        try:
            await self._connect()
            await self._log_in()
        except DeliveryError:
            await self.abort()
            raise
        except Exception as error:
            await self.abort()
            text = connection_error(self._server.address, error)
            raise DeliveryError(text, connection_fault(error)) from error

    async def close(self) -> None:
        """Sends QUIT if connected. Doesn't wait for the closing handshake of TLS."""
        transport = self.client.transport
        if self.client.is_connected:
            with suppress(SMTPException, OSError):
                await self.client.quit(timeout=self._timeouts.goodbye)
        await self.abort(transport)

    async def abort(self, transport: BaseTransport | None = None) -> None:
        """Closes the connection without QUIT.

        `transport`: the transport of a connection that was closed already.
        """
        transport = self.client.transport or transport
        self.client.close()
        abort(transport)
        await asyncio.sleep(0)  # gives the transport a chance to notify its protocol

    async def _connect(self) -> None:
        await self._hello()
        if self._server.tls == "verify":
            await self._start_tls()
        elif self._server.tls == "opportunistic" and self.client.supports_extension("starttls"):
            await self._start_any_tls()

    async def _start_tls(self) -> None:
        """Starts TLS and verifies the server. Raises an error if that fails."""
        if not self.client.supports_extension("starttls"):
            raise DeliveryError(
                f"{self._server.address} doesn't offer STARTTLS, and pbm sends nothing without it",
                "tls",
            )
        context = _tls_context(self._server.tls)
        await self.client.starttls(tls_context=context, timeout=self._timeouts.tls)
        await self.client.ehlo(timeout=self._timeouts.connect)

    async def _start_any_tls(self) -> None:
        """Starts TLS if possible. If it fails, connects again without TLS."""
        try:
            await self._start_tls()
        except (SMTPException, OSError) as error:
            log.warning("relay without TLS", error=connection_error(self._server.address, error))
            await self.abort()
            await self._hello()

    async def _hello(self) -> None:
        wait, mode = self._timeouts.connect, self._server.tls
        # Loading the issuers' certificates takes longer than sending ten emails.
        context = _tls_context(mode) if mode == "implicit" else None
        await self.client.connect(timeout=wait, tls_context=context)
        try:
            await self.client.ehlo(timeout=wait)
        except SMTPHeloError:
            await self.client.helo(timeout=wait)

    async def _log_in(self) -> None:
        """Logs in if the relay has a user.

        Raises DeliveryError where others could read the password.
        """
        if self._server.login is None:
            return
        if not (self._server.address.is_loopback or self._is_verified):
            raise DeliveryError("pbm sends a password only over verified TLS", "login")
        await log_in(self.client, self._server.address, self._server.login, self._timeouts.reply)

    @property
    def _is_verified(self) -> bool:
        context = self.client.get_transport_info("sslcontext")
        return isinstance(context, ssl.SSLContext) and context.check_hostname


def _tls_context(mode: TlsMode) -> ssl.SSLContext:
    """Returns a TLS context with the currently installed CA certificates.

    If TLS is only opportunistic, the context accepts any certificate, because the alternative would
    be no TLS.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    if has_verified_tls(mode):
        context.load_default_certs()
    else:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
