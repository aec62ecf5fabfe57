"""Decide whether the server is live: its main loop runs and its writer handles incoming mail.

A restart helps a server that isn't live. It doesn't help when the disk is full, the database is
unreachable or the relay is down. In those cases each email fails or waits, but the writer continues
with the next one.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

CHECK_SECONDS = 1.0
MIN_SILENT_SECONDS = 90
"""Minimum number of seconds without a step after which the writer seems to hang.

Each of the two tries of an email may wait up to 30 seconds for a lock of the database.
"""
OnCheck = Callable[[str], object]
"""Called after each check with the problem, or with an empty string."""


class Worker(Protocol):
    """A thread that counts the steps of its work."""

    @property
    def has_work(self) -> bool:
        """Whether the thread should be making progress now."""
        ...

    @property
    def steps(self) -> int:
        """Number of steps done since the start."""
        ...


@dataclass
class _Watched:
    """A thread, and the number of checks since its last step."""

    worker: Worker
    silent_checks: int = 0
    steps: int = 0

    def check(self) -> int:
        """Returns the number of checks since the last step, or 0 if the thread has no work."""
        steps = self.worker.steps
        hangs = self.worker.has_work and steps == self.steps
        self.silent_checks = self.silent_checks + 1 if hangs else 0
        self.steps = steps
        return self.silent_checks


class Liveness:
    """Checks each second, in the main loop, whether the writer threads make progress.

    It counts checks instead of seconds, because time passes without any steps while a laptop
    sleeps.
    """

    def __init__(self, workers: Sequence[Worker], hang_seconds: float) -> None:
        self._workers = [_Watched(worker) for worker in workers]
        self._max_silent_checks = max(hang_seconds, MIN_SILENT_SECONDS) / CHECK_SECONDS

    def check(self) -> str:
        """Returns a description of the problem, or an empty string if the server is live."""
        silent = max([each.check() for each in self._workers])
        if silent <= self._max_silent_checks:
            return ""
        seconds = round(silent * CHECK_SECONDS)
        return f"emails are waiting, but the writer has stored none for {seconds} seconds"

    async def watch(self, stopping: asyncio.Event, *callbacks: OnCheck) -> None:
        """Checks every CHECK_SECONDS until the server stops, and calls `callbacks` each time."""
        while not stopping.is_set():
            problem = self.check()
            for callback in callbacks:
                callback(problem)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), CHECK_SECONDS)
