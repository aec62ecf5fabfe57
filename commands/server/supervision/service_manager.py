"""Send messages to the service manager that started the server, such as systemd: sd_notify(3)."""

import os
import socket
from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Self

from pbm.process.lazy_logger import get_logger

log = get_logger()
MICROSECOND = 1e-6
PATH, ABSTRACT = "/", "@"
"""First character of the address of a socket: with a path, and in the abstract namespace."""


@dataclass(frozen=True, slots=True)
class ServiceManager:
    """The service manager that started this process, if any.

    Messages that it can't take are lost.
    """

    address: str = ""
    watchdog_seconds: float | None = None
    """Seconds without a heartbeat after which the service manager kills the server, or None."""

    @classmethod
    def take(cls, environment: MutableMapping[str, str] = os.environ) -> Self:
        """Returns the service manager of this process.

        Removes its variables from the environment, because child processes would report to it, too.
        """
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        pid = environment.pop("WATCHDOG_PID", "")
        if not address.startswith((PATH, ABSTRACT)):
            return cls()
        if not microseconds.isdecimal() or pid not in ("", str(os.getpid())):
            return cls(address)
        return cls(address, int(microseconds) * MICROSECOND)

    def send(self, *lines: str) -> bool:
        """Sends a message without waiting. Returns whether it was accepted."""
        if not self.address:
            return True
        address = self.address
        if address.startswith(ABSTRACT):
            address = address.replace(ABSTRACT, "\0", 1)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sending:
                sending.sendto("\n".join(lines).encode(), address)
        except OSError as error:
            log.warning("failed to reach the service manager", error=error)
            return False
        return True
