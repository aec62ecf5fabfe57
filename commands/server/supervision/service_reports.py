"""Report to the service manager whether the server is ready, working, hanging or stopping."""

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
"""Number of heartbeats within the time after which the watchdog would kill the server."""


class Process(Protocol):
    """A process of the server."""

    name: str
    """The name of the process in messages."""

    @property
    def runs(self) -> bool:
        """Whether the process seems to run."""
        ...


class ServiceReports:
    """Sends the state of a server, its processes and its outbox to the service manager."""

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

    def report(self, problem: str) -> None:
        """Reports a hanging server or sends a heartbeat.

        Also reports once that the server is ready.

        `problem`: why the server isn't live, or an empty string.

        The main loop calls this every second. If the loop hangs, the heartbeats end, and the
        watchdog restarts the server.
        """
        if bool(problem) != bool(self._problem):
            event = "the server is not responding" if problem else "the server is working again"
            log.error(event, problem=problem)
        self._problem = problem
        if not self._is_ready and not self._missing:
            self._is_ready = self._manager.send("READY=1")
        if problem:
            self._manager.send(f"STATUS=The server isn't responding: {problem}.")
        else:
            self._beat()

    async def run(self, stopping: asyncio.Event) -> None:
        """Reports the state every STATUS_SECONDS until the server stops, then that it is stopping.

        It reports the stop even if the database hangs.
        """
        states = asyncio.create_task(self._report_states())
        await stopping.wait()
        self._manager.send(
            "STOPPING=1", "STATUS=Stopping after handling the emails that have arrived."
        )
        states.cancel()

    async def _report_states(self) -> None:
        while self._manager.address:
            if not self._problem:
                self._manager.send(f"STATUS={await asyncio.to_thread(self._state)}")
            await asyncio.sleep(STATUS_SECONDS)

    def _beat(self) -> None:
        now, seconds = time.monotonic(), self._manager.watchdog_seconds
        if seconds and now >= self._next_beat and self._manager.send("WATCHDOG=1"):
            self._next_beat = now + seconds / BEATS

    def _state(self) -> str:
        """Returns a sentence about the emails to send and the processes that aren't running."""
        missing = "all processes are running"
        if self._missing:
            missing = f"not running: {listing(self._missing)}"
        try:
            waiting = self._count_waiting()
        except Exception as error:  # noqa: BLE001 - after any error, the server continues
            return f"The database can't be read ({type(error).__name__}); {missing}."
        return f"{counted(waiting, 'email')} to send; {missing}."

    @property
    def _missing(self) -> list[str]:
        return [process.name for process in self._processes if not process.runs]
