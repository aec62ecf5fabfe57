"""The delivery worker's process as the server sees it: woken when there is mail to send."""

import asyncio
import os
from multiprocessing.connection import Connection
from threading import Lock

import structlog

from commands.app import open_app
from commands.outbound.delivery_worker import FINISH_SECONDS
from commands.outbound.worker_lock import WorkerLock
from commands.server.processes import start_process, stop_process
from commands.settings import Settings
from commands.system.logging import configure_logging

STOP_SECONDS = FINISH_SECONDS + 5

log = structlog.get_logger()


def run_delivery_worker(settings: Settings, pipe: Connection) -> None:
    """Delivers mail until the other end of the pipe is closed, also by the server's death."""
    configure_logging()
    with open_app(settings) as app, WorkerLock(settings.data / "delivery") as lock:
        asyncio.run(app.deliverer.run(lock, pipe))


class DeliveryProcess:
    """Runs the delivery worker, and starts another when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._begin()

    def wake(self) -> None:
        """There is mail to send. Starts another worker if the last one has died."""
        with self._lock:
            try:
                self._pipe.send_bytes(b".")
            except BlockingIOError:
                return  # it is busy, and has wakes enough
            except OSError:
                log.error("delivery worker died")  # noqa: TRY400 - the pipe's error tells nothing
                self._pipe.close()
                self._begin()

    def stop(self) -> None:
        """Lets the mail in hand leave, and ends."""
        stop_process(self._process, self._pipe, STOP_SECONDS)

    def _begin(self) -> None:
        self._process, self._pipe = start_process(
            run_delivery_worker, self._settings, name="delivery", daemon=True
        )
        os.set_blocking(self._pipe.fileno(), False)  # a busy worker must hold up no letters
