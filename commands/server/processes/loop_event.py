"""An event that any thread may set, to wake up a coroutine of the main loop."""

import asyncio
from contextlib import suppress


class LoopEvent:
    """An event that ends the pause of one coroutine.

    Setting it has no effect before the coroutine has paused for the first time.
    """

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def set(self) -> None:
        """Ends the current pause, or the next one. May be called from any thread."""
        with suppress(RuntimeError):  # the loop has ended because the server stops
            if self._loop:
                self._loop.call_soon_threadsafe(self._event.set)

    async def stops_within(self, seconds: float, stopping: asyncio.Event) -> bool:
        """Waits until the event is set, the server stops, or `seconds` have passed.

        Returns whether the server is stopping.
        """
        self._loop = asyncio.get_running_loop()
        waits = [asyncio.create_task(wait.wait()) for wait in (self._event, stopping)]
        await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        self._event.clear()
        return stopping.is_set()
