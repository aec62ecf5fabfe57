"""An event loop in a thread, whose clock a test can put ahead."""

import asyncio
import threading
from contextlib import contextmanager

from tests.support.waiting import TIMEOUT_SECONDS


class Loop(asyncio.SelectorEventLoop):
    """An event loop that works for other threads, and whose clock can be put ahead."""

    skipped = 0

    def time(self):
        return super().time() + self.skipped

    async def skip(self, seconds):
        """Lets time pass, once all that is ready has been done."""
        for _ in range(50):
            await asyncio.sleep(0)
        self.skipped += seconds
        for _ in range(50):
            await asyncio.sleep(0)

    def call(self, coroutine):
        """Returns the result of a coroutine, from another thread."""
        return asyncio.run_coroutine_threadsafe(coroutine, self).result(TIMEOUT_SECONDS)


@contextmanager
def event_loop():
    """Runs an event loop in a thread; yields it."""
    loop = Loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield loop
    finally:
        loop.call(_cancel_all())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


async def _cancel_all():
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
