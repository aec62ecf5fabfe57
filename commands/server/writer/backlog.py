"""Limit the number and total size of unhandled emails, so that a burst can't fill the memory."""

from threading import Condition

from mail.smtp.receiver_interface import Busy

MAX_MAILS = 2000
MAX_BYTES = 32 * 1024 * 1024


class Backlog:
    """Counts the emails that wait, and their bytes. Thread-safe."""

    def __init__(self) -> None:
        self._changed = Condition()
        self.mails = 0
        """Number of emails that wait."""
        self._bytes = 0
        self._released = 0
        """Number of emails removed since the start."""

    def reserve(self, size: int) -> None:
        """Adds an email of this size in bytes. Raises Busy if the backlog is full."""
        with self._changed:
            if self.mails >= MAX_MAILS or self._bytes + size > MAX_BYTES:
                raise Busy
            self.mails += 1
            self._bytes += size

    def release(self, size: int) -> None:
        """Removes an email of this size in bytes."""
        with self._changed:
            self.mails -= 1
            self._released += 1
            self._bytes -= size
            self._changed.notify_all()

    def wait_for_progress(self, seconds: float) -> None:
        """Waits until an email is removed or `seconds` have passed, unless no email waits."""
        with self._changed:
            before = self._released
            self._changed.wait_for(lambda: not self.mails or self._released > before, seconds)

    def wait_until_empty(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self.mails)
