"""Heartbeats, which show the server that a child process is alive and doesn't hang.

Each heartbeat also reports the metrics that the process has counted since the last one.
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
"""Maximum number of metrics in a message.

The kernel writes a message of up to 4096 bytes into a pipe completely or not at all.
"""
Beat = tuple[dict[Key, float], dict[str, float]]
"""The increase of each count since the last heartbeat, and the current values of the gauges."""


class Heartbeat:
    """A child process's end of the heartbeat pipe, which breaks when the process ends."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sent: dict[Key, float] = COUNTS.totals()
        """Totals at the last heartbeat, at first the counts inherited from the parent process."""
        # The process mustn't wait for a parent that hangs and doesn't read its heartbeats.
        os.set_blocking(pipe.fileno(), False)

    def beat(self) -> None:
        """Sends a heartbeat.

        Skips it if the pipe is full because nobody has read the earlier ones.
        """
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
        """Sends heartbeats from the event loop, so that they stop if the loop hangs."""
        task = asyncio.create_task(self._beat_on())
        try:
            yield
        finally:
            task.cancel()

    async def _beat_on(self) -> None:
        while True:
            self.beat()
            await asyncio.sleep(BEAT_SECONDS)
