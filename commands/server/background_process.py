"""The server's handle on the background process."""

from commands.server.background_worker import run_background_worker
from commands.server.processes import start_process, stop_process
from commands.settings import Settings
from pbm.lazy_logger import get_logger

STOP_SECONDS = 10

log = get_logger()


class BackgroundProcess:
    """Runs the background process, and restarts it when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._start()

    def check(self) -> None:
        """Starts another process if the last one has died."""
        if not self._process.is_alive():
            log.error("background process died")
            self._pipe.close()
            self._start()

    def stop(self) -> None:
        """Stops the process; searches that are cut off are repeated after the next start."""
        stop_process(self._process, self._pipe, STOP_SECONDS)

    def _start(self) -> None:
        self._process, self._pipe = start_process(
            run_background_worker, self._settings, name="background"
        )
