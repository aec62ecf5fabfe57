"""The robots' process as the server sees it."""

from collections.abc import Callable

import structlog

from commands.dispatch.dispatcher import Desk
from commands.server.background_worker import run_thinker
from commands.server.processes import begin, end
from commands.settings import Settings

STOP_SECONDS = 10

log = structlog.get_logger()


class Thinker:
    """Runs the robots' process, and starts another when it dies."""

    def __init__(self, settings: Settings, desk: Callable[[Settings], Desk]) -> None:
        self._settings, self._desk = settings, desk
        self._begin()

    def look(self) -> None:
        """Starts another process if the last one has died."""
        if not self._process.is_alive():
            log.error("thinker died")
            self._pipe.close()
            self._begin()

    def stop(self) -> None:
        """Ends; what was being thought about is thought about again another time."""
        end(self._process, self._pipe, STOP_SECONDS)

    def _begin(self) -> None:
        what = self._settings, self._desk
        self._process, self._pipe = begin(run_thinker, *what, name="thinker")
