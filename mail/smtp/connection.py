"""One client, as aiosmtpd serves it, with limits that aiosmtpd doesn't have."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, AnyStr, cast

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from mail.smtp.connection_counts import ConnectionCounts, source_of
from mail.smtp.data_reader import read_content
from mail.smtp.handler import Handler
from mail.smtp.limits import MAX_COMMAND_LENGTH, MAX_LINE_LENGTH, SmtpLimits
from mail.smtp.syntax import read_parameters, read_path
from mail.smtp.throttled_log import ThrottledLog
from mail.smtp.tls import Certificate

TOO_MANY_CONNECTIONS = "421 4.7.0 Too many connections; please try again later"
TIMED_OUT = "421 4.4.2 That took too long; please try again later"
ANSWERS_A_TURN = 10
"""To commands that were sent without waiting; then other clients have theirs."""
TOO_MANY_COMMANDS = "421 4.7.0 That was much for one connection; please make another"


@dataclass(frozen=True)
class ServerState:
    """What all connections share."""

    hostname: str
    limits: SmtpLimits
    lobby: "ConnectionCounts[Connection]"
    handler: Handler
    remarks: ThrottledLog
    tls: Certificate | None = None
    proxied: bool = False
    """Whether a proxy in front says where SMTP clients come from."""


class Connection(SMTP):
    """An SMTP client."""

    line_length_limit = MAX_LINE_LENGTH
    command_size_limit = MAX_COMMAND_LENGTH
    for_strangers = True
    """Whether anybody may come, so that it counts from where."""

    def __init__(self, house: ServerState) -> None:
        self._house = house
        self._limits = house.limits
        # aiosmtpd has one such table for all connections, and grows it at each EHLO
        self.command_size_limits = defaultdict(lambda: MAX_COMMAND_LENGTH)
        proxied = house.proxied and self.for_strangers
        super().__init__(
            house.handler,
            data_size_limit=house.limits.size,
            enable_SMTPUTF8=True,
            hostname=house.hostname,
            ident="pbm",
            timeout=house.limits.idle_seconds,
            tls_context=house.tls.context if house.tls else None,
            proxy_protocol_timeout=house.limits.proxy_seconds if proxied else None,
            loop=asyncio.get_running_loop(),
        )
        self._smtp_methods.pop("AUTH")
        self._answers = 0
        self._mails = 0
        self._deadline: float | None = None
        self.source = ""
        self.busy = False
        """Whether a mail is on its way."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has come, or has made a connection that stands safe by TLS."""
        begins = self.transport is None
        super().connection_made(transport)
        if begins:
            self._enter(transport.get_extra_info("peername"))

    def _enter(self, peer: tuple[Any, ...] | str | None) -> None:
        address = peer[0] if isinstance(peer, tuple) else ""
        if self._house.lobby.is_full(for_strangers=self.for_strangers):
            self._turn_away("too many connections", source_of(address))
            return
        self._house.lobby.guests.add(self)
        if self.for_strangers and not self._house.proxied:
            self.comes_from(address)

    def comes_from(self, address: object) -> bool:
        """Notes from where; False when there are too many from there."""
        source = source_of(address)
        if self._house.lobby.is_crowded(source):
            self._turn_away("too many connections from one address", source)
            return False
        self.source = source
        return True

    def _turn_away(self, why: str, source: str) -> None:
        self._house.remarks.make(why, source)
        self.hang_up(TOO_MANY_CONNECTIONS)

    def hang_up(self, response: str) -> None:
        """Says this last, and waits for nobody who doesn't listen."""
        if self.transport is None or self.transport.is_closing():
            return
        transport = cast(asyncio.WriteTransport, self.transport)
        transport.write(response.encode() + b"\r\n")
        if transport.get_write_buffer_size():
            transport.abort()
        transport.close()
        if self._handler_coroutine:
            self._handler_coroutine.cancel()

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        super().connection_lost(error)
        self._house.lobby.guests.discard(self)

    def eof_received(self) -> bool:
        """Nothing more will come, so nothing stays open, even if nothing was begun."""
        super().eof_received()
        return False

    def data_received(self, data: bytes) -> None:
        """A byte of a mail is a sign of life, but not for ever."""
        super().data_received(data)
        if self._deadline is not None:
            left = self._deadline - self.loop.time()
            self._reset_timeout(min(max(left, 0.001), self._limits.idle_seconds))

    def _timeout_cb(self) -> None:
        if self.transport is None:
            return
        if self.transport.is_closing():  # for long: the client reads nothing of what we say
            cast(asyncio.WriteTransport, self.transport).abort()
            return
        self._house.remarks.make("slow client", self.source)
        self._reset_timeout()
        self.hang_up(TIMED_OUT)

    async def push(self, status: AnyStr) -> None:
        """Answers, and lets others have their turn now and then, however many commands wait."""
        self._answers += 1
        if self._answers > self._limits.commands:
            self.hang_up(TOO_MANY_COMMANDS)
        else:
            await super().push(status)
        if self._answers % ANSWERS_A_TURN == 0:
            await asyncio.sleep(0)

    async def _handle_client(self) -> None:
        with suppress(ConnectionError):  # it is gone, and nobody would ask the task
            await super()._handle_client()

    async def smtp_STARTTLS(self, arg: str) -> None:
        """Makes the connection safe, once (RFC 3207, section 4.2): a second time would break it."""
        if self.session and self.session.ssl is not None:
            await self.push("503 5.5.1 This connection is safe already")
        else:
            await super().smtp_STARTTLS(arg)

    async def smtp_DATA(self, arg: str) -> None:
        """Takes a mail. Its sender hears 250 once it is safe."""
        if not self.envelope or not self.envelope.rcpt_tos:
            await self.push("503 5.5.1 Say RCPT first")
        elif arg:
            await self.push("501 5.5.4 Syntax: DATA")
        else:
            self.busy = True
            try:
                await self._take_mail(len(self.envelope.rcpt_tos))
            finally:
                self.busy = False

    async def _take_mail(self, recipients: int) -> None:
        await self.push("354 End data with <CR><LF>.<CR><LF>")
        self._deadline = self.loop.time() + self._limits.mail_seconds
        content = await read_content(self._reader, self._limits.size)
        self._deadline = None
        self._reset_timeout(self._limits.mail_seconds)
        await self.push(self._to_all(await self._taken(content), recipients))
        self.envelope = self._create_envelope()
        self._reset_timeout()
        self._mails += 1
        if self._mails >= self._limits.mails:  # said at the next MAIL, it would put that one off
            self.hang_up(TOO_MANY_COMMANDS)

    async def _taken(self, content: bytes | None) -> str:
        """What the receiver says to it."""
        if content is None or self.envelope is None:
            return f"552 5.3.4 This mail is larger than {self._limits.size} bytes"
        self.envelope.content = content
        try:
            return str(await self._call_handler_hook("DATA"))
        except Exception as error:  # noqa: BLE001 - whatever it is, the mail must come again
            return str(await self.handle_exception(error))

    def _to_all(self, response: str, recipients: int) -> str:
        return response

    def _getaddr(self, arg: str) -> tuple[str | None, str | None]:
        return read_path(arg)

    def _getparams(self, params: Sequence[str]) -> dict[str, str | bool] | None:
        return read_parameters(params)


class LmtpConnection(Connection, LMTP):
    """Our own mail server, which asks about each recipient."""

    for_strangers = False

    def _to_all(self, response: str, recipients: int) -> str:
        return "\r\n".join([response] * recipients)
