"""Messages to the service manager that started the server, such as systemd: sd_notify(3).

Of the libraries for it, sdnotify hides all errors, and has had no release since 2017;
systemd-watchdog may block the server, and knows no STOPPING; both leave the variables to children.
"""

import asyncio
import os
import socket
import time
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from pbm.process.lazy_logger import get_logger
from pbm.wording import counted, listing

MICROSECOND = 1e-6
PATH, ABSTRACT = "/", "@"
"""The first letter of an address: of a socket in the file system, and of one without a file."""

log = get_logger()


@dataclass(frozen=True, slots=True)
class ServiceManager:
    """The service manager, if there is one; a message that it can't take now is lost."""

    address: str = ""
    watchdog_seconds: float | None = None
    """It kills a server that sends no heartbeat for so long; None if it doesn't."""

    @classmethod
    def take(cls, environment: MutableMapping[str, str] = os.environ) -> Self:
        """Returns the service manager of this process, and hides it from processes to come."""
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        pid = environment.pop("WATCHDOG_PID", "")
        if not address.startswith((PATH, ABSTRACT)):
            return cls()
        if not microseconds.isdecimal() or pid not in ("", str(os.getpid())):
            return cls(address)
        return cls(address, int(microseconds) * MICROSECOND)

    def send(self, *lines: str) -> bool:
        """Sends a message without waiting; returns False if it wasn't taken."""
        if not self.address:
            return True
        address = self.address
        if address.startswith(ABSTRACT):
            address = address.replace(ABSTRACT, "\0", 1)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sending:
                sending.sendto("\n".join(lines).encode(), address)
        except OSError as error:
            log.warning("service manager not reached", error=error)
            return False
        return True


# Reports to the service manager: that the server takes mail, works or stops, and its state.

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
