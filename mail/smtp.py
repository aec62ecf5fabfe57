"""The SMTP door: a thin asynchronous skin around a receiver of letters."""

import asyncio
import logging
import secrets
from asyncio import shield, wrap_future
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Any, Protocol

import structlog
from aiosmtpd.smtp import SMTP, Envelope, Session

LARGEST_MAIL = 256 * 1024
LONGEST_LINE = 64 * 1024
MOST_RECIPIENTS = 50
IDLE_SECONDS = 60
DRAIN_SECONDS = 10
KNOWN_PARAMETERS = {"BODY", "SIZE", "SMTPUTF8"}

log = structlog.get_logger()
logging.getLogger("mail.log").setLevel(logging.CRITICAL)  # aiosmtpd logs what clients say


class Receiver(Protocol):
    """Takes letters."""

    def accepts(self, address: str) -> bool:
        """Whether mail for this address is ours."""
        ...

    def receive(self, sender: str, recipients: tuple[str, ...], content: bytes) -> "Future[None]":
        """Done once the letter is safe; failed when it must be sent again."""
        ...


class _Connection(SMTP):
    """One client."""

    line_length_limit = LONGEST_LINE

    def __init__(self, server: "SmtpServer", hostname: str) -> None:
        super().__init__(
            _Handler(server),
            data_size_limit=LARGEST_MAIL,
            enable_SMTPUTF8=True,
            hostname=hostname,
            ident="pbm",
            timeout=IDLE_SECONDS,
            loop=asyncio.get_running_loop(),
        )
        self._server = server
        self.busy = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._server.connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._server.connections.discard(self)

    async def smtp_DATA(self, arg: str) -> None:
        self.busy = True
        try:
            await super().smtp_DATA(arg)
        except Exception:
            self.envelope = self._create_envelope()  # else the next MAIL would be refused as nested
            raise
        finally:
            self.busy = False

    async def dismiss(self) -> None:
        """Tells the client to come back later, and hangs up."""
        if self.transport and not self.transport.is_closing():
            await self.push("421 4.3.2 This server is stopping; please try again later")
            self.transport.close()

    def _getparams(self, params: Sequence[str]) -> dict[str, Any] | None:
        # Real servers send NOTIFY, ORCPT, RET and ENVID; aiosmtpd would refuse the mail.
        found = super()._getparams(params)
        return found and {name: found[name] for name in found if name in KNOWN_PARAMETERS}


class _Handler:
    """What aiosmtpd calls."""

    def __init__(self, server: "SmtpServer") -> None:
        self._receiver = server.receiver
        self._in_hand = server.in_hand

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not address.isprintable():  # nor can it be stored or answered
            return "553 5.1.7 This sender's address can't be written"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 Ok"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not self._receiver.accepts(address):
            return "550 5.1.1 There is no such address here"
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        sender, recipients = envelope.mail_from or "", tuple(envelope.rcpt_tos)
        done = wrap_future(self._receiver.receive(sender, recipients, content))
        self._in_hand.add(done)
        done.add_done_callback(self._in_hand.discard)
        await shield(done)  # a client that hangs up cancels us, but not its letter
        return "250 2.0.0 Accepted"

    async def handle_exception(self, error: Exception) -> str:
        reference = secrets.token_hex(4)
        log.error("smtp failed", reference=reference, exc_info=error)
        return f"451 4.3.0 Something went wrong here (reference {reference}); please try again"


class SmtpServer:
    """Listens for mail."""

    def __init__(self, receiver: Receiver, hostname: str) -> None:
        self.receiver = receiver
        self.connections: set[_Connection] = set()
        self.in_hand: set[asyncio.Future[None]] = set()
        """Letters that the receiver isn't done with."""
        self._hostname = hostname
        self._server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Begins to listen; the port it is, when 0 was asked for."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._connection, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Takes no more connections, lets mails in flight arrive, sends the others away."""
        if self._server:
            self._server.close()
        deadline = asyncio.get_running_loop().time() + DRAIN_SECONDS
        while self._busy() and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        for connection in list(self.connections):
            await connection.dismiss()

    def _busy(self) -> bool:
        return bool(self.in_hand) or any(connection.busy for connection in self.connections)

    def _connection(self) -> _Connection:
        return _Connection(self, self._hostname)
