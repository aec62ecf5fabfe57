"""Report to the service manager that the server takes mail, works or stops."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from commands.server.supervision.service_manager import ServiceManager
from pbm.process.lazy_logger import get_logger
from pbm.wording import counted, listing

log = get_logger()
STATUS_SECONDS = 30
BEATS = 4
"""Signs of life in the time after which the watchdog bites."""


class Process(Protocol):
    """A process of the server."""

    name: str
    """Its name in sentences."""

    @property
    def runs(self) -> bool:
        """True if it was started, and hasn't been found dead."""
        ...


class ServiceReports:
    """The reports on a server's processes, and on the mails that `count_waiting` finds."""

    def __init__(
        self,
        manager: ServiceManager,
        processes: Sequence[Process],
        count_waiting: Callable[[], int],
    ) -> None:
        self._manager = manager
        self._processes = processes
        self._count_waiting = count_waiting
        self._is_ready = False
        self._problem = ""
        self._next_beat = 0.0

    def tell(self, problem: str) -> None:
        """Tells when the server takes mail, and then that it works, unless there is a problem.

        Called by the main loop every second, so that the watchdog bites when that hangs.
        """
        if bool(problem) != bool(self._problem):
            log.error("the server hangs" if problem else "the server works again", problem=problem)
        self._problem = problem
        if not self._is_ready and not self._missing:
            self._is_ready = self._manager.send("READY=1")
        if problem:
            self._manager.send(f"STATUS=The server hangs: {problem}.")
        else:
            self._beat()

    async def run(self, stopping: asyncio.Event) -> None:
        """Tells the state until the server stops, and that it does, even if the database hangs."""
        states = asyncio.create_task(self._tell_states())
        await stopping.wait()
        self._manager.send("STOPPING=1", "STATUS=Stopping: mails that have arrived are processed.")
        states.cancel()

    async def _tell_states(self) -> None:
        while self._manager.address:
            if not self._problem:
                self._manager.send(f"STATUS={await asyncio.to_thread(self._state)}")
            await asyncio.sleep(STATUS_SECONDS)

    def _beat(self) -> None:
        now, seconds = time.monotonic(), self._manager.watchdog_seconds
        if seconds and now >= self._next_beat and self._manager.send("WATCHDOG=1"):
            self._next_beat = now + seconds / BEATS

    def _state(self) -> str:
        """Returns a sentence on the mails that wait, and on the processes."""
        missing = f"not running: {listing(self._missing)}" if self._missing else "all processes run"
        try:
            waiting = self._count_waiting()
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            return f"The database can't be read ({type(error).__name__}); {missing}."
        return f"{counted(waiting, 'mail')} to send; {missing}."

    @property
    def _missing(self) -> list[str]:
        """The names of the processes that don't run."""
        return [process.name for process in self._processes if not process.runs]
