"""Heartbeats, by which the server knows that a child process neither died nor hangs.

They bring the counts of the process for the metrics. What can't be sent comes with the next one.
"""

import asyncio
import os
import pickle
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from multiprocessing.connection import Connection

from pbm.process.counters import COUNTS, GAUGES, Key

BEAT_SECONDS = 1.0
MAX_COUNTS = 30
"""The most counts in a message: the kernel takes up to 4096 bytes completely or not at all."""
Beat = tuple[dict[Key, float], dict[str, float]]
"""The counts since the last heartbeat, and the gauges of now."""


class Heartbeat:
    """A child process's end of the pipe for heartbeats; the pipe breaks when the process ends."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sent: dict[Key, float] = COUNTS.totals()
        """The counts that were sent, and those from before this process was forked."""
        os.set_blocking(pipe.fileno(), False)

    def beat(self) -> None:
        """Sends a heartbeat, unless nobody has read the earlier ones."""
        totals = COUNTS.totals()
        changed = [key for key, count in totals.items() if count != self._sent.get(key)]
        with suppress(OSError):
            for start in range(0, max(len(changed), 1), MAX_COUNTS):
                self._send({key: totals[key] for key in changed[start : start + MAX_COUNTS]})

    def _send(self, totals: dict[Key, float]) -> None:
        counted = {key: count - self._sent.get(key, 0) for key, count in totals.items()}
        beat: Beat = counted, GAUGES.copy()
        self._pipe.send_bytes(pickle.dumps(beat))
        self._sent |= totals

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
