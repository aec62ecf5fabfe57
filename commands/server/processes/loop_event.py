"""An event that any thread may set, and that the main loop waits for."""

import asyncio
from contextlib import suppress


class LoopEvent:
    """Ends the pause of one coroutine; set before that first paused, it is lost."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def set(self) -> None:
        """Ends the pause, or the next one; from any thread."""
        with suppress(RuntimeError):  # the loop has ended: the server stops
            if self._loop:
                self._loop.call_soon_threadsafe(self._event.set)

    async def stops_within(self, seconds: float, stopping: asyncio.Event) -> bool:
        """Waits until it is set, or for this time; returns True if the server stops meanwhile."""
        self._loop = asyncio.get_running_loop()
        waits = [asyncio.create_task(each.wait()) for each in (self._event, stopping)]
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for each in waits:
            each.cancel()
        self._event.clear()
        return stopping.is_set()
