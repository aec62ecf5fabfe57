"""Heartbeats, by which the server knows that a child process neither died nor hangs."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection

BEAT_SECONDS = 1.0


class Heartbeat:
    """A child process's end of the pipe for heartbeats; the pipe breaks when the process ends."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        os.set_blocking(pipe.fileno(), False)

    def beat(self) -> None:
        """Sends a heartbeat, unless nobody has read the earlier ones."""
        with suppress(OSError):
            self._pipe.send_bytes(b".")

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Sends heartbeats from the event loop, as long as that runs."""
        task = asyncio.create_task(self._beat_on())
        try:
            yield
        finally:
            task.cancel()

    async def _beat_on(self) -> None:
        while True:
            self.beat()
            await asyncio.sleep(BEAT_SECONDS)
