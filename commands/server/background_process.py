"""The server's handle on the background process, which runs only while there is work for it."""

import time
from collections.abc import Callable
from functools import partial

from commands.app import App
from commands.server.background_worker import run_background_worker
from commands.server.fork_server import ForkServer
from commands.server.supervised_process import SupervisedProcess

STOP_SECONDS = 10
IDLE_SECONDS = 600
"""Without work for so long, it ends; a robot's opponent doesn't wait for another start."""


class BackgroundProcess(SupervisedProcess):
    """Runs the background process; searches that are cut off are repeated after the next start."""

    def __init__(
        self, app: App, fork_server: ForkServer, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`clock`: seconds, by which it is idle."""
        run = partial(run_background_worker, incarnation=app.incarnation)
        super().__init__("background", run, app.settings, fork_server, STOP_SECONDS)
        self._app = app
        self._seconds = clock
        self._idle_at = clock()
        """The time from which it has been without work for too long."""

    @property
    def is_needed(self) -> bool:
        """True if there is work for it, or was within the last minutes."""
        try:
            if self._has_work():
                self._idle_at = self._seconds() + IDLE_SECONDS
        except Exception:  # noqa: BLE001 - a database that fails is others' to report
            return self.child is not None
        return self._seconds() < self._idle_at

    def _has_work(self) -> bool:
        """Returns True if anything waits; engines always do, as each node tells which it lacks."""
        app = self._app
        with app.database.snapshot() as work:
            return bool(
                work.boards.waiting_for_robots(app.incarnation, app.clock.now())
                or work.solve_jobs.waiting()
                or work.players.engines()
            )
