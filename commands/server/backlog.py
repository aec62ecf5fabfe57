"""Room for letters that wait, so that no burst takes all the memory."""

from threading import Lock

from mail.smtp.receiver import Busy

MAX_MAILS = 2000
MAX_BYTES = 32 * 1024 * 1024


class Backlog:
    """Counts what waits. For threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._mails = 0
        self._bytes = 0

    def reserve(self, size: int) -> None:
        """A letter comes to wait; raises Busy when there is no room."""
        with self._lock:
            if self._mails >= MAX_MAILS or self._bytes + size > MAX_BYTES:
                raise Busy
            self._mails += 1
            self._bytes += size

    def release(self, size: int) -> None:
        """It waits no more."""
        with self._lock:
            self._mails -= 1
            self._bytes -= size
