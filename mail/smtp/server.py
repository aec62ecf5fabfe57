"""The server: listens at all doors, and stops without losing a mail."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from mail.smtp.connection import Connection, LmtpConnection, ServerState
from mail.smtp.connection_counts import ConnectionCounts
from mail.smtp.handler import Handler
from mail.smtp.limits import SmtpLimits
from mail.smtp.listen_addresses import ListenAddress, TcpPort, UnixSocket
from mail.smtp.receiver import Receiver
from mail.smtp.throttled_log import ThrottledLog
from mail.smtp.tls import Certificate

STOPPING = "421 4.3.2 This server is stopping; please try again later"
LOOK_SECONDS = 0.02
"""Between two looks whether mails are still in flight."""


class SmtpServer:
    """Listens for mail."""

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
        remarks = ThrottledLog()
        self._handler = Handler(receiver, self._limits, remarks)
        self._lobby: ConnectionCounts[Connection] = ConnectionCounts(self._limits)
        self._house = ServerState(
            hostname, self._limits, self._lobby, self._handler, remarks, tls, proxied
        )
        self._doors: list[asyncio.Server] = []
        self._sockets: list[UnixSocket] = []

    @property
    def connections(self) -> set[Connection]:
        """Those that are open."""
        return self._lobby.guests

    async def start(self, place: ListenAddress) -> int:
        """Begins to listen for SMTP; the port it is, when 0 was asked for. Raises OSError."""
        return await self._listen(place, lambda: Connection(self._house))

    async def start_lmtp(self, place: ListenAddress) -> int:
        """The same for LMTP, as the mail server in front speaks it."""
        return await self._listen(place, lambda: LmtpConnection(self._house))

    async def stop(self) -> None:
        """Takes no more connections, lets mails in flight arrive, sends the others away."""
        for door in self._doors:
            door.close()
        for place in self._sockets:
            place.remove()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._drained(), self._limits.drain_seconds)
        for connection in list(self.connections):
            connection.hang_up(STOPPING)
        await asyncio.sleep(LOOK_SECONDS)  # for goodbyes to be said

    async def _listen(self, place: ListenAddress, connection: Callable[[], Connection]) -> int:
        loop = asyncio.get_running_loop()
        if isinstance(place, TcpPort):
            door = await loop.create_server(connection, place.host, place.port)
            self._doors.append(door)
            return int(door.sockets[0].getsockname()[1])
        self._doors.append(await loop.create_unix_server(connection, sock=place.open()))
        self._sockets.append(place)
        return 0

    async def _drained(self) -> None:
        await asyncio.sleep(LOOK_SECONDS)  # somebody may stand in the door
        while self._handler.in_hand or self.connections:
            for connection in [idle for idle in self.connections if not idle.busy]:
                connection.hang_up(STOPPING)
            await asyncio.sleep(LOOK_SECONDS)
