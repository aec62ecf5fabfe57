"""The SMTP server: listens on all addresses, and stops without losing an email."""

import asyncio
import socket
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

from mail.smtp.certificate import Certificate
from mail.smtp.connection import Connection, LmtpConnection, ServerState
from mail.smtp.connection_counts import ConnectionCounts
from mail.smtp.connection_table import ConnectionTable
from mail.smtp.handler import Handler
from mail.smtp.listen_addresses import WAITING_CONNECTIONS
from mail.smtp.receiver_interface import Receiver
from mail.smtp.smtp_limits import SmtpLimits

STOPPING = "421 4.3.2 This server is stopping; please try again later"
CHECK_SECONDS = 0.02
"""Seconds between two checks for unfinished emails."""


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
        table: ConnectionTable | None = None,
    ) -> None:
        """`table`: counts the open connections of all processes that share the limits."""
        self._limits = limits or SmtpLimits()
        self._handler = Handler(receiver, self._limits)
        self._connection_counts: ConnectionCounts[Connection] = ConnectionCounts(
            self._limits, table or ConnectionTable.of_one_process(self._limits)
        )
        self._state = ServerState(
            hostname,
            self._limits,
            self._connection_counts,
            self._handler,
            tls,
            proxied,
        )
        self._servers: list[asyncio.Server] = []

    @property
    def connections(self) -> set[Connection]:
        return self._connection_counts.connections

    async def serve(self, sockets: Iterable[socket.socket], *, lmtp: bool = False) -> None:
        """Serves the clients of listening sockets by SMTP or LMTP. Closes the sockets at the end.

        Other processes may serve clients of the same sockets.
        """
        connection = partial(LmtpConnection if lmtp else Connection, self._state)
        loop = asyncio.get_running_loop()
        for listener in sockets:
            backlog = WAITING_CONNECTIONS
            server = await loop.create_server(connection, sock=listener, backlog=backlog)
            self._servers.append(server)

    async def stop(self) -> None:
        """Stops listening, lets unfinished emails arrive, and closes all connections."""
        for server in self._servers:
            server.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drained(), self._limits.drain_seconds)
        for connection in list(self.connections):
            connection.hang_up(STOPPING)
        await asyncio.sleep(CHECK_SECONDS)  # until the last replies are sent

    async def _drained(self) -> None:
        await asyncio.sleep(CHECK_SECONDS)  # a connection may just have been accepted
        while self._handler.pending or self.connections:
            for connection in [idle for idle in self.connections if not idle.busy]:
                connection.hang_up(STOPPING)
            await asyncio.sleep(CHECK_SECONDS)
