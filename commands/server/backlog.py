"""Bounds the backlog of unprocessed mails by count and bytes, so that no burst fills the memory."""

from threading import Lock

from mail.smtp.receiver import Busy

MAX_MAILS = 2000
MAX_BYTES = 32 * 1024 * 1024


class Backlog:
    """The number and size of the mails that wait; thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._mails = 0
        self._bytes = 0

    def reserve(self, size: int) -> None:
        """Adds a mail of this size in bytes; raises Busy when the backlog is full."""
        with self._lock:
            if self._mails >= MAX_MAILS or self._bytes + size > MAX_BYTES:
                raise Busy
            self._mails += 1
            self._bytes += size

    def release(self, size: int) -> None:
        """Removes a mail of this size in bytes."""
        with self._lock:
            self._mails -= 1
            self._bytes -= size
