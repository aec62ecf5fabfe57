"""The delivery worker's process as the server sees it: woken when there is mail to send."""

import os
from threading import Lock

import structlog

from commands.outbound.delivery_worker import FINISH_SECONDS, run_worker
from commands.server.processes import begin, end
from commands.settings import Settings

STOP_SECONDS = FINISH_SECONDS + 5

log = structlog.get_logger()


class Courier:
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
        end(self._process, self._pipe, STOP_SECONDS)

    def _begin(self) -> None:
        self._process, self._pipe = begin(run_worker, self._settings, name="courier", daemon=True)
        os.set_blocking(self._pipe.fileno(), False)  # a busy worker must hold up no letters
