"""Room for letters that wait, so that no burst takes all the memory."""

from threading import Lock

from mail.smtp import Busy

MOST_LETTERS = 2000
MOST_BYTES = 32 * 1024 * 1024


class Room:
    """Counts what waits. For threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._letters = 0
        self._bytes = 0

    def enter(self, size: int) -> None:
        """A letter comes to wait; raises Busy when there is no room."""
        with self._lock:
            if self._letters >= MOST_LETTERS or self._bytes + size > MOST_BYTES:
                raise Busy
            self._letters += 1
            self._bytes += size

    def leave(self, size: int) -> None:
        """It waits no more."""
        with self._lock:
            self._letters -= 1
            self._bytes -= size
