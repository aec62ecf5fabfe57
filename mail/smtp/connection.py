"""A client connection in aiosmtpd, with limits that aiosmtpd doesn't have."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, AnyStr, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, syntax

from mail.smtp import metrics
from mail.smtp.certificate import Certificate
from mail.smtp.connection_counts import ConnectionCounts
from mail.smtp.data_reader import read_content
from mail.smtp.handler import Handler
from mail.smtp.networks import source_of
from mail.smtp.path_parsing import read_parameters, read_path
from mail.smtp.smtp_limits import MAX_COMMAND_LENGTH, MAX_LINE_LENGTH, SmtpLimits
from mail.transports import abort
from pbm.process.lazy_logger import get_logger

log = get_logger()
TOO_MANY_CONNECTIONS = "421 4.7.0 Too many connections; please try again later"
TIMED_OUT = "421 4.4.2 Timeout; please try again later"
PATIENCE_SECONDS = 10
"""Seconds after which a connection without an email makes room for a new one. This applies only
while the maximum number of connections is open.
"""
REPLIES_PER_TURN = 10
"""Number of replies to pipelined commands after which other clients get their turn."""
TOO_MANY_COMMANDS = "421 4.7.0 Too many commands; please reconnect"
EXPIRED = "421 4.7.0 This connection has lasted too long; please reconnect"
EXTENSIONS = ("8BITMIME", "SMTPUTF8")
# There are no logins here, so AUTH isn't a command.
COMMANDS = tuple(name for name in dir(SMTP) if name.startswith("smtp_") and name != "smtp_AUTH")


@dataclass(frozen=True)
class ServerState:
    """The state shared by all connections."""

    hostname: str
    limits: SmtpLimits
    connection_counts: "ConnectionCounts[Connection]"
    handler: Handler
    tls: Certificate | None = None
    proxied: bool = False
    """Whether a proxy in front of the server sends the addresses of SMTP clients."""


class Connection(SMTP):
    """A connection of an SMTP client."""

    line_length_limit = MAX_LINE_LENGTH
    command_size_limit = MAX_COMMAND_LENGTH
    commands: Sequence[str] = COMMANDS
    """The names of the methods for the commands that a client may use."""
    public = True
    """Whether anybody may connect. If so, connections are also counted by address."""

    def __init__(self, state: ServerState) -> None:
        self._state, self._limits = state, state.limits
        # aiosmtpd would share one such table among all connections.
        self.command_size_limits = defaultdict(lambda: MAX_COMMAND_LENGTH)
        is_proxied = state.proxied and self.public
        super().__init__(
            state.handler,
            data_size_limit=state.limits.size,
            enable_SMTPUTF8=True,
            hostname=state.hostname,
            ident="pbm",
            tls_context=state.tls.context if state.tls else None,
            timeout=state.limits.idle_seconds,
            proxy_protocol_timeout=state.limits.proxy_seconds if is_proxied else None,
            loop=asyncio.get_running_loop(),
        )
        self.replies = 0
        """Number of replies to commands."""
        self._mails = 0
        self._deadline: float | None = None
        self._expired = False
        self._lifetime: asyncio.TimerHandle | None = None
        self._timeout_at = 0.0
        self._fruitless_since = self.loop.time()
        """Time of the start of the connection, or of its last email."""
        self.source = ""
        self.busy = False
        """Whether an email is being received."""

    def __dir__(self) -> Sequence[str]:
        # For each connection, aiosmtpd searches these for commands. Searching all attributes is
        # slow.
        return self.commands

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Handles a new connection, or one that has switched to TLS."""
        is_new = self.transport is None
        super().connection_made(transport)
        if is_new:
            self._register(transport.get_extra_info("peername"))

    def _register(self, peer: tuple[Any, ...] | str | None) -> None:
        address = peer[0] if isinstance(peer, tuple) else ""
        if not (self._state.connection_counts.add(self) or self._replace_slowest()):
            metrics.CONNECTIONS_REFUSED.add("all")
            self._reject("too many connections", source_of(address))
            return
        metrics.CONNECTIONS.add()
        log.debug("client connected", address=source_of(address))
        self._count_open()
        self._lifetime = self.loop.call_later(self._limits.connection_seconds, self._expire)
        if self.public and not self._state.proxied:
            self.set_source(address)

    def _replace_slowest(self) -> bool:
        """Replaces the slowest client in this process. Returns False if none is slow."""
        counts = self._state.connection_counts
        latest = self.loop.time() - PATIENCE_SECONDS
        slow = [
            connection
            for connection in counts.connections
            if connection.is_slow(latest, public=self.public)
        ]
        if not slow:
            return False
        slowest = min(slow, key=lambda connection: connection._fruitless_since)  # noqa: SLF001 - of this class
        counts.remove(slowest)
        slowest.time_out()
        return counts.add(self)

    def is_slow(self, latest: float, *, public: bool) -> bool:
        """Whether the client has sent no email since `latest`. False while pbm is storing one."""
        waits_for_us = self.busy and self._deadline is None
        return self.public == public and self._fruitless_since < latest and not waits_for_us

    def set_source(self, address: object) -> bool:
        """Sets the source. If it has too many connections, disconnects and returns False."""
        source = source_of(address)
        if not self._state.connection_counts.set_source(self, source):
            metrics.CONNECTIONS_REFUSED.add("address")
            self._reject("too many connections from one address", source)
            return False
        return True

    def _reject(self, event: str, source: str) -> None:
        log.warning(event, address=source)
        self.hang_up(TOO_MANY_CONNECTIONS)

    def hang_up(self, response: str) -> None:
        """Sends a last reply and disconnects, without waiting for a client that doesn't read it."""
        if self.transport is None or self.transport.is_closing():
            return
        if self._is_in_handshake():
            self._abort_handshake()
            return
        transport = cast(asyncio.WriteTransport, self.transport)
        transport.write(response.encode() + b"\r\n")
        # A client that doesn't read would otherwise keep the connection open.
        if transport.get_write_buffer_size():
            abort(transport)
        transport.close()
        if self._handler_coroutine:
            self._handler_coroutine.cancel()

    def _is_in_handshake(self) -> bool:
        """Whether the client has sent STARTTLS and the TLS handshake isn't complete."""
        is_encrypted = self.session is not None and self.session.ssl is not None
        return self._original_transport is not None and not is_encrypted

    def _abort_handshake(self) -> None:
        abort(self._original_transport)
        # asyncio reports a lost connection only after the handshake.
        self.connection_lost(None)

    def _expire(self) -> None:
        """Ends the connection, or marks it to end after the email that is being received."""
        self._expired = True
        if not self.busy:
            self.hang_up(EXPIRED)

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self._lifetime:
            self._lifetime.cancel()
        self._state.connection_counts.remove(self)
        log.debug("client disconnected", address=self.source)
        self._count_open()

    def _count_open(self) -> None:
        metrics.OPEN.set(len(self._state.connection_counts.connections))

    def eof_received(self) -> bool:
        """Closes the connection, because the client won't send more data.

        This also works before the first command.
        """
        super().eof_received()
        return False

    def data_received(self, data: bytes) -> None:
        """Restarts the timeout after data, but never beyond the deadline of the email."""
        super().data_received(data)
        if self._deadline is not None:
            seconds_left = self._deadline - self.loop.time()
            self._reset_timeout(min(max(seconds_left, 0.001), self._limits.idle_seconds))

    def _reset_timeout(self, duration: float | None = None) -> None:
        """Sets the timeout.

        A running timer that ends earlier is kept, and started again when it ends. aiosmtpd would
        make a new timer for each command.
        """
        self._timeout_at = self.loop.time() + (duration or self._timeout_duration)
        timer = self._timeout_handle
        if timer is None or timer.cancelled() or timer.when() > self._timeout_at:
            self._start_timer()

    def _start_timer(self) -> None:
        if self._timeout_handle is not None:
            self._timeout_handle.cancel()
        self._timeout_handle = self.loop.call_at(self._timeout_at, self._timeout_cb)

    def _timeout_cb(self) -> None:
        if self.transport is None:
            return
        if self.loop.time() < self._timeout_at:
            self._start_timer()
            return
        if self.transport.is_closing():  # it has been for a long time: the client doesn't read
            abort(self.transport)
            return
        self.time_out()

    def time_out(self) -> None:
        """Ends the connection, because the client is too slow."""
        metrics.TIMEOUTS.add()
        log.warning("client timed out", address=self.source)
        self._reset_timeout()
        self.hang_up(TIMED_OUT)

    async def push(self, status: AnyStr) -> None:
        """Sends a reply, and gives other clients a turn from time to time."""
        self.replies += 1
        if self.replies > self._limits.commands:
            self.hang_up(TOO_MANY_COMMANDS)
        else:
            await super().push(status)
        if self.replies % REPLIES_PER_TURN == 0:
            await asyncio.sleep(0)

    async def _handle_client(self) -> None:
        with suppress(ConnectionError):  # the client is gone, and nobody awaits the task
            await super()._handle_client()

    @syntax("EHLO hostname")
    async def smtp_EHLO(self, hostname: str) -> None:
        """Offers pbm's extensions.

        aiosmtpd would send a packet for each line, or inspect a hook for each connection.
        """
        if not (hostname and self.session):
            await self.push("501 Syntax: EHLO hostname")
            return
        self.envelope = self._create_envelope()
        self.session.extended_smtp, self.session.host_name = True, hostname
        secure = ["STARTTLS"] if self.tls_context and not self._tls_protocol else []
        offers = [f"SIZE {self._limits.size}", *EXTENSIONS, *secure, "PIPELINING"]
        lines = (f"250-{line}\r\n" for line in (self.hostname, *offers))
        await self.push(f"{''.join(lines)}250 HELP")

    async def smtp_STARTTLS(self, arg: str) -> None:
        """Switches to TLS once (RFC 3207, section 4.2).

        A second switch would break the connection.
        """
        if self.session and self.session.ssl is not None:
            await self.push("503 5.5.1 TLS is already active")
        else:
            await super().smtp_STARTTLS(arg)

    async def smtp_DATA(self, arg: str) -> None:
        """Receives an email. Replies 250 once it is stored."""
        if not self.envelope or not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Send RCPT first")
        elif arg:
            await self.push("501 5.5.4 Syntax: DATA")
        else:
            self.busy = True
            try:
                await self._receive_mail(len(self.envelope.rcpt_tos))
            finally:
                self.busy = False

    async def _receive_mail(self, recipients: int) -> None:
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        self._deadline = self.loop.time() + self._limits.mail_seconds
        content = await read_content(self._reader, self._limits.size)
        self._deadline = None
        self._reset_timeout(self._limits.mail_seconds)
        began = self.loop.time()
        response = await self._response_to(content)
        await self.push(self._to_all(response, recipients))
        self._count(response, self.loop.time() - began)
        self.envelope = self._create_envelope()
        self._reset_timeout()
        self._mails += 1
        self._fruitless_since = self.loop.time()
        if self._expired or self._mails >= self._limits.mails:
            # Hang up now: refusing the next MAIL instead would delay that email.
            self.hang_up(EXPIRED if self._expired else TOO_MANY_COMMANDS)

    def _count(self, response: str, seconds: float) -> None:
        reply = metrics.REPLIES[response[0]]
        metrics.MAILS.add(reply)
        if reply == metrics.ACCEPTED:
            metrics.SECONDS.add(amount=seconds)

    async def _response_to(self, content: bytes | None) -> str:
        """Returns the receiver's response to an email."""
        if content is None or self.envelope is None:
            return f"552 5.3.4 The message is larger than {self._limits.size} bytes"
        self.envelope.content = content
        try:
            return str(await self._call_handler_hook("DATA"))
        except Exception as error:  # noqa: BLE001 - the client must try again after any error
            return str(await self.handle_exception(error))

    def _to_all(self, response: str, recipients: int) -> str:
        return response

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        return read_path(arg)

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        return read_parameters(params)


class LmtpConnection(Connection, LMTP):
    """An LMTP connection from our own mail server. LMTP expects one reply for each recipient."""

    commands = (*COMMANDS, "smtp_LHLO")
    public = False

    async def smtp_EHLO(self, hostname: str) -> None:
        await LMTP.smtp_EHLO(self, hostname)  # `Connection` comes before it

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, hostname: str) -> None:
        await super().smtp_EHLO(hostname)

    def _to_all(self, response: str, recipients: int) -> str:
        return "\r\n".join([response] * recipients)
