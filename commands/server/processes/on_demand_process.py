"""A process of the server that runs only while there is work for it."""

import time
from collections.abc import Callable

from commands.server.processes.fork_server import ForkServer
from commands.server.processes.supervised_process import SupervisedProcess
from commands.settings import Settings

IDLE_SECONDS = 600
"""The time without work after which it ends: while players write, nobody waits for its start."""


class OnDemandProcess(SupervisedProcess):
    """A process that is started when there is work, and ends some minutes after the last."""

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
        """`has_work`: returns True if there is anything to do; may raise any error.

        `first_seconds`: the time for which it runs at first, work or not. `clock`: seconds.
        """
        super().__init__(name, run, settings, fork_server, stop_seconds)
        self._has_work = has_work
        self._seconds = clock
        self._idle_at = clock() + first_seconds
        """The time from which it has been without work for too long."""

    @property
    def is_needed(self) -> bool:
        """True if there is work for it, or was within the last minutes."""
        try:
            if self._has_work():
                self.expect_work()
        except Exception:  # noqa: BLE001 - a database that fails is others' to report
            return self.child is not None
        return self._seconds() < self._idle_at

    def expect_work(self) -> None:
        """Has it run for the next minutes, from the next check on."""
        self._idle_at = self._seconds() + IDLE_SECONDS
