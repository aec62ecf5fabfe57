"""The SMTP server: listens on all addresses, and stops without losing a mail."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mail.smtp.connection import Connection, LmtpConnection, ServerState
from mail.smtp.connection_counts import ConnectionCounts
from mail.smtp.handler import Handler
from mail.smtp.limits import SmtpLimits
from mail.smtp.listen_addresses import ListenAddress, TcpPort, UnixSocket
from mail.smtp.receiver import Receiver
from mail.smtp.tls import Certificate

STOPPING = "421 4.3.2 This server is stopping; please try again later"
CHECK_SECONDS = 0.02
"""The interval of checks for unfinished mails."""


class SmtpServer:
    """A server for SMTP and LMTP."""

    def __init__(
        self,
        receiver: Receiver,
        hostname: str,
        *,
        limits: SmtpLimits | None = None,
        tls: Certificate | None = None,
        proxied: bool = False,
    ) -> None:
        self._limits = limits or SmtpLimits()
        self._handler = Handler(receiver, self._limits)
        self._connection_counts: ConnectionCounts[Connection] = ConnectionCounts(self._limits)
        self._state = ServerState(
            hostname,
            self._limits,
            self._connection_counts,
            self._handler,
            tls,
            proxied,
        )
        self._servers: list[asyncio.Server] = []
        self._sockets: list[UnixSocket] = []

    @property
    def connections(self) -> set[Connection]:
        """The open connections."""
        return self._connection_counts.connections

    async def start(self, address: ListenAddress) -> int:
        """Listens for SMTP; returns the port, or 0 for a socket. Raises OSError."""
        return await self._listen(address, lambda: Connection(self._state))

    async def start_lmtp(self, address: ListenAddress) -> int:
        """Listens for LMTP, as used by a mail server in front; otherwise like `start`."""
        return await self._listen(address, lambda: LmtpConnection(self._state))

    async def stop(self) -> None:
        """Stops listening, lets unfinished mails arrive, and closes all connections."""
        for server in self._servers:
            server.close()
        for address in self._sockets:
            address.remove()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drained(), self._limits.drain_seconds)
        for connection in list(self.connections):
            connection.hang_up(STOPPING)
        await asyncio.sleep(CHECK_SECONDS)  # for the last replies to be sent

    async def _listen(self, address: ListenAddress, connection: Callable[[], Connection]) -> int:
        loop = asyncio.get_running_loop()
        if isinstance(address, TcpPort):
            server = await loop.create_server(connection, address.host, address.port)
            self._servers.append(server)
            return int(server.sockets[0].getsockname()[1])
        self._servers.append(await loop.create_unix_server(connection, sock=address.open()))
        self._sockets.append(address)
        return 0

    async def _drained(self) -> None:
        await asyncio.sleep(CHECK_SECONDS)  # a connection may just have been accepted
        while self._handler.pending or self.connections:
            for connection in [idle for idle in self.connections if not idle.busy]:
                connection.hang_up(STOPPING)
            await asyncio.sleep(CHECK_SECONDS)
