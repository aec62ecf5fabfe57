"""The server's handle on the delivery process, which it wakes when there is mail to send."""

import asyncio
import os
from multiprocessing.connection import Connection
from threading import Lock

from commands.app import open_app
from commands.outbound.delivery_worker import FINISH_SECONDS
from commands.outbound.worker_lock import WorkerLock
from commands.server.processes import start_process, stop_process
from commands.settings import Settings
from commands.system.logging import configure_logging
from pbm.lazy_logger import get_logger

STOP_SECONDS = FINISH_SECONDS + 5

log = get_logger()


def run_delivery_worker(settings: Settings, pipe: Connection) -> None:
    """Delivers mail until the other end of the pipe is closed, also by the server's death."""
    configure_logging()
    with open_app(settings) as app, WorkerLock(settings.data / "delivery") as lock:
        asyncio.run(app.deliverer.run(lock, pipe))


class DeliveryProcess:
    """Runs the delivery process, and restarts it when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._start()

    def wake(self) -> None:
        """Notifies the process of mail to send; starts another process if the last one has died."""
        with self._lock:
            try:
                self._pipe.send_bytes(b".")
            except BlockingIOError:
                return  # the pipe is full: it is busy, and will look for mail anyway
            except OSError:
                log.error("delivery process died")  # noqa: TRY400 - the pipe's error tells nothing
                self._pipe.close()
                self._start()

    def stop(self) -> None:
        """Lets the process send the mail that it is sending, and stops it."""
        stop_process(self._process, self._pipe, STOP_SECONDS)

    def _start(self) -> None:
        self._process, self._pipe = start_process(
            run_delivery_worker, self._settings, name="delivery", daemon=True
        )
        os.set_blocking(self._pipe.fileno(), False)  # a busy worker must not block incoming mail
