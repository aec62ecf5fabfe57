"""Delivers email in a child process of `pbm serve`, or in the shell if the relay is a folder."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection

from commands.outbound.outbox_queue import OutboxQueue
from mail.delivery.delivery import Delivery
from mail.delivery.relay import Relay

POLL_SECONDS = 1.0
"""Seconds between checks for emails that other processes have queued, or that are due again."""
IDLE_SECONDS = 20
"""Seconds for which an idle connection is kept.

A new connection needs a TLS handshake and a login, and providers limit the number of logins. But
servers close connections that are idle for longer.
"""
FINISH_SECONDS = 10
"""Seconds for which a stopping worker still delivers due emails."""


class WakePipe:
    """The pipe by which the server signals new email. It is closed when the server ends."""

    def __init__(self, pipe: Connection, delivery: Delivery) -> None:
        self._pipe, self._delivery = pipe, delivery
        self._woken = asyncio.Event()
        self.ended = False
        asyncio.get_running_loop().add_reader(pipe.fileno(), self._read)

    async def wait(self) -> bool:
        """Waits for a signal for at most POLL_SECONDS. Returns whether there was one."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
        woken = self._woken.is_set()
        self._woken.clear()
        return woken

    def _read(self) -> None:
        self._woken.set()
        try:
            while self._pipe.poll():
                self._pipe.recv_bytes()
        except EOFError:
            self.ended = True
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._pipe.fileno())
            loop.call_later(FINISH_SECONDS, self._delivery.stop)


@dataclass
class Deliverer:
    """Sends the emails of the outbox to the relay."""

    queue: OutboxQueue
    relay: Relay

    async def run(self, pipe: Connection) -> None:
        """Delivers email until the other end of the pipe is closed.

        Emails that a previous process of this server had leased are sent immediately. Emails that a
        killed server had leased have to wait until its leases end.
        """
        # Leases of the process that this one replaces would delay its emails.
        await asyncio.to_thread(self.queue.reclaim)
        delivery = Delivery(self.queue, self.relay)
        wake_pipe = WakePipe(pipe, delivery)
        used = time.monotonic()
        while not wake_pipe.ended:
            if await delivery.deliver():
                used = time.monotonic()
            if not await wake_pipe.wait() and time.monotonic() > used + IDLE_SECONDS:
                await delivery.close()
        await delivery.deliver()
        await delivery.close()

    def deliver_now(self) -> None:
        """Delivers the emails that are due, and closes the connections."""
        asyncio.run(self._deliver_once())

    async def _deliver_once(self) -> None:
        delivery = Delivery(self.queue, self.relay)
        try:
            await delivery.deliver()
        finally:
            await delivery.close()
