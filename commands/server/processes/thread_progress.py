"""Show that a thread makes progress, for the heartbeats of its process."""

import threading
import time

MAX_STEP_SECONDS = 300
"""A step that takes longer hangs: each answer of a server is waited for a minute at most."""


class Progress:
    """The progress of a thread, which it may be told to end."""

    def __init__(self, stopping: threading.Event) -> None:
        self._stopping = stopping
        self.step()

    @property
    def is_made(self) -> bool:
        """True unless the thread hangs."""
        return time.monotonic() < self._deadline

    def step(self) -> None:
        """Notes that the thread gets on."""
        self._deadline = time.monotonic() + MAX_STEP_SECONDS

    def pause(self, seconds: float) -> bool:
        """Waits, and notes progress; returns True, at once, if the thread is to end."""
        self.step()
        stopped = self._stopping.wait(seconds) if seconds else self._stopping.is_set()
        self.step()
        return stopped
