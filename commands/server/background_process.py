"""The robots' process as the server sees it."""

import structlog

from commands.server.background_worker import run_background_worker
from commands.server.processes import start_process, stop_process
from commands.settings import Settings

STOP_SECONDS = 10

log = structlog.get_logger()


class BackgroundProcess:
    """Runs the robots' process, and starts another when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._begin()

    def check(self) -> None:
        """Starts another process if the last one has died."""
        if not self._process.is_alive():
            log.error("background process died")
            self._pipe.close()
            self._begin()

    def stop(self) -> None:
        """Ends; what was being thought about is thought about again another time."""
        stop_process(self._process, self._pipe, STOP_SECONDS)

    def _begin(self) -> None:
        self._process, self._pipe = start_process(
            run_background_worker, self._settings, name="background"
        )
