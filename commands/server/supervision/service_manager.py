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
"""The first letter of an address: of a socket in the file system, and of one without a file."""


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
