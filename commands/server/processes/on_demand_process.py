"""A child process that runs only while there is work for it."""

import time
from collections.abc import Callable

from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import SupervisedProcess
from commands.settings import Settings

IDLE_SECONDS = 600
"""Seconds without work after which the process ends.

It is long enough that players who are writing emails don't wait for another start.
"""


class OnDemandProcess(SupervisedProcess):
    """A process that starts when there is work, and ends some minutes after the last work."""

    def __init__(
        self,
        name: str,
        run: Callable[..., None],
        settings: Settings,
        fork_server: ForkServer,
        stop_seconds: float,
        *,
        has_work: Callable[[], bool],
        first_seconds: float = 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepares the process without starting it.

        `has_work`: returns whether there is anything to do. It may raise any error.
        `first_seconds`: how long the process runs at first, even without work.
        `clock`: returns monotonic seconds.
        """
        super().__init__(name, run, settings, fork_server, stop_seconds)
        self._has_work = has_work
        self._seconds = clock
        self._idle_at = clock() + first_seconds
        """Monotonic time from which the process is no longer needed, unless there is work."""

    @property
    def is_needed(self) -> bool:
        """Whether there is work for the process, or has been within the last IDLE_SECONDS."""
        try:
            if self._has_work():
                self.expect_work()
        except Exception:  # noqa: BLE001 - other processes report a failing database
            # Whether there is work is unknown, so a running process continues.
            return self.child is not None
        return self._seconds() < self._idle_at

    def expect_work(self) -> None:
        """Keeps the process running for the next IDLE_SECONDS. The next check starts it."""
        self._idle_at = self._seconds() + IDLE_SECONDS
