"""Child processes that the server replaces when they die or hang."""

import asyncio
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
"""Seconds between checks."""


class SupervisedProcess:
    """A child process that runs a worker function until the server closes its pipe."""

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
        """The running process, or None."""
        self.is_retired = False
        """Whether the process is intentionally stopped for now."""
        self.called = LoopEvent()
        """Set to have the process checked immediately."""
        for reason in RESTART_REASONS:  # start at zero, so that a scraper sees the first restart
            PROCESS_RESTARTS.add(name, reason, amount=0)

    @property
    def runs(self) -> bool:
        """Whether the process seems to run, or was stopped intentionally."""
        return self.is_retired or self.child is not None

    def check(self) -> str:
        """Starts the process if it isn't running, and replaces it if it has died or hangs.

        Returns "died", "hangs" or an empty string. Raises OSError if no process can be started now.
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
        """Whether the process has almost reached its limit on open files."""
        return self.child is not None and self.child.is_out_of_files

    def retire(self) -> None:
        """Stops the process after its current work. The next `check` starts it again."""
        self.is_retired = True
        self.stop()
        self.child = None

    def stop(self) -> None:
        """Asks the process to finish its work, and kills it after the usual time limit."""
        self.stop_by(time.monotonic() + self._stop_seconds)

    def stop_by(self, deadline: float) -> None:
        """Asks the process to finish its work, and kills it at `deadline` (monotonic seconds)."""
        if self.child:
            self.child.stop(max(deadline - time.monotonic(), 0))

    @property
    def _max_silent_checks(self) -> int:
        return round(self._settings.hang_seconds / WATCH_SECONDS)

    def _start(self) -> None:
        run = partial(run_named, self.name, self._run)
        self.child = ChildProcess(self._fork_server, run, self._settings)

    def _discard(self, child: ChildProcess) -> None:
        """Closes the pipes of a dead process."""
        child.close()


async def watch(check: Callable[[], object], called: LoopEvent, stopping: asyncio.Event) -> None:
    """Checks a process every WATCH_SECONDS and when `called` is set, and restarts it if it died."""
    while not await called.stops_within(WATCH_SECONDS, stopping):
        try:
            await asyncio.to_thread(check)
        except Exception as error:  # noqa: BLE001 - tried again later, for example when no process or port was free
            log.warning("failed to restart a process", error=error)


def stop_together(processes: Sequence[SupervisedProcess], seconds: float) -> None:
    """Asks all processes to finish their work, and kills the remaining ones after `seconds`."""
    for process in processes:
        if process.child:
            process.child.end()
    deadline = time.monotonic() + seconds
    for process in processes:
        process.stop_by(deadline)


def run_named(name: str, run: Callable[..., None], settings: Settings, *args: object) -> None:
    """Runs a worker function in a child process, which gets `name` as its process name.

    Games that have hung a process before aren't served, even if they became known only after the
    server started.
    """
    name_process(f"pbm {name}")
    games.watch(settings.data)
    games.disable_stuck()
    run(settings, *args)
