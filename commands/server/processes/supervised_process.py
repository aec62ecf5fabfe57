"""Processes of the server, which are replaced when they die or hang."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.loop_event import LoopEvent
from commands.settings import Settings
from commands.system.metrics import PROCESS_RESTARTS, RESTART_REASONS
from commands.system.process_control import name_process
from pbm import games
from pbm.process.lazy_logger import get_logger

log = get_logger()
WATCH_SECONDS = 2
"""The interval of checks."""


class SupervisedProcess:
    """A process that runs a worker of the server until its pipe is closed."""

    def __init__(
        self,
        name: str,
        run: Callable[..., None],
        settings: Settings,
        fork_server: ForkServer,
        stop_seconds: float,
    ) -> None:
        self.name = name
        self._run = run
        self._settings = settings
        self._fork_server = fork_server
        self._stop_seconds = stop_seconds
        self.child: ChildProcess | None = None
        """The process; None if it doesn't run."""
        self.is_retired = False
        """True if it isn't to run now."""
        self.called = LoopEvent()
        """Set when it is to be checked at once."""
        for reason in RESTART_REASONS:  # from zero on, so that a scraper sees the first one
            PROCESS_RESTARTS.add(name, reason, amount=0)

    @property
    def runs(self) -> bool:
        """True if the process was started, and hasn't been found dead; or if it isn't to run."""
        return self.is_retired or self.child is not None

    def check(self) -> str:
        """Starts the process if it doesn't run yet, and another one if it has died or hangs.

        Returns "died" or "hangs" in that case. Raises OSError if that isn't possible now.
        """
        self.is_retired = False
        problem = self.child.problem(self._max_silent_checks) if self.child else ""
        if self.child and problem:
            event = f"{self.name} process {problem}"
            log.error(event)
            PROCESS_RESTARTS.add(self.name, problem)
            self.child.kill()
            self._discard(self.child)
            self.child = None
        if self.child is None:
            self._start()
        return problem

    @property
    def is_out_of_files(self) -> bool:
        """True if it may open hardly any more files."""
        return self.child is not None and self.child.is_out_of_files

    def retire(self) -> None:
        """Lets the process finish its work, and stops it until the next `check`."""
        self.is_retired = True
        self.stop()
        self.child = None

    def stop(self) -> None:
        """Lets the process finish its work, and stops it."""
        self.stop_by(time.monotonic() + self._stop_seconds)

    def stop_by(self, deadline: float) -> None:
        """Lets the process finish its work, and stops it at this time at the latest."""
        if self.child:
            self.child.stop(max(deadline - time.monotonic(), 0))

    @property
    def _max_silent_checks(self) -> int:
        return round(self._settings.hang_seconds / WATCH_SECONDS)

    def _start(self) -> None:
        run = partial(run_named, self.name, self._run)
        self.child = ChildProcess(self._fork_server, run, self._settings)

    def _discard(self, child: ChildProcess) -> None:
        """Closes what is left of a dead process."""
        child.close()


def stop_together(processes: Sequence[SupervisedProcess], seconds: float) -> None:
    """Lets processes finish their work at the same time, and stops them after this time."""
    for process in processes:
        if process.child:
            process.child.end()
    deadline = time.monotonic() + seconds
    for process in processes:
        process.stop_by(deadline)


def run_named(name: str, run: Callable[..., None], settings: Settings, *args: object) -> None:
    """Runs a worker in a process whose name tells it from the others.

    Doesn't serve games that have ended processes, even if the server still did when it began.
    """
    name_process(f"pbm {name}")
    games.watch(settings.data)
    games.disable_stuck()
    run(settings, *args)
