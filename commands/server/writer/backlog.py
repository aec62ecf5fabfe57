"""Limit the backlog of unprocessed mail by count and bytes, so no burst fills the memory."""

from threading import Condition

from mail.smtp.receiver import Busy

MAX_MAILS = 2000
MAX_BYTES = 32 * 1024 * 1024


class Backlog:
    """The number and size of the mails that wait; thread-safe."""

    def __init__(self) -> None:
        self._changed = Condition()
        self.mails = 0
        """The number of mails."""
        self._bytes = 0
        self._released = 0
        """The number of mails that were removed."""

    def reserve(self, size: int) -> None:
        """Adds a mail of this size in bytes; raises Busy when the backlog is full."""
        with self._changed:
            if self.mails >= MAX_MAILS or self._bytes + size > MAX_BYTES:
                raise Busy
            self.mails += 1
            self._bytes += size

    def release(self, size: int) -> None:
        """Removes a mail of this size in bytes."""
        with self._changed:
            self.mails -= 1
            self._released += 1
            self._bytes -= size
            self._changed.notify_all()

    def wait_for_progress(self, seconds: float) -> None:
        """Waits until a mail is processed, at most for this time; not if none waits."""
        with self._changed:
            before = self._released
            self._changed.wait_for(lambda: not self.mails or self._released > before, seconds)

    def wait_until_empty(self) -> None:
        """Waits until all mails are processed."""
        with self._changed:
            self._changed.wait_for(lambda: not self.mails)
