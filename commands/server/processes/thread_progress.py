"""Whether a thread makes progress. Only then does its process send heartbeats."""

import threading
import time

MAX_STEP_SECONDS = 300
"""Maximum number of seconds for a step of the thread. A thread that takes longer seems to hang.

Normal steps are shorter: the thread waits at most a minute for each answer of a mail server.
"""


class Progress:
    """Records whether a thread makes progress, and whether it should stop."""

    def __init__(self, stopping: threading.Event) -> None:
        self._stopping = stopping
        self.step()

    @property
    def is_made(self) -> bool:
        """Whether the thread has completed a step within the last MAX_STEP_SECONDS."""
        return time.monotonic() < self._deadline

    def step(self) -> None:
        """Records that the thread makes progress."""
        self._deadline = time.monotonic() + MAX_STEP_SECONDS

    def pause(self, seconds: float) -> bool:
        """Pauses the thread until `seconds` have passed or it should stop.

        The pause is recorded as progress, so that the thread doesn't seem to hang.

        Returns whether the thread should stop.
        """
        self.step()
        stopped = self._stopping.wait(seconds) if seconds else self._stopping.is_set()
        self.step()
        return stopped
