"""Decide whether the server is live: its main loop runs, and its writer works through waiting mail.

A restart helps a server that isn't live. It doesn't help when the disk is full, the database is
gone or the relay is down: then each email fails or waits, but the writer continues with the next.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

CHECK_SECONDS = 1.0
MIN_SILENT_SECONDS = 90
"""A lock of the database may take 30 seconds, for a mail's first try and for its second."""
Tell = Callable[[str], object]
"""Is told the problem after each check; an empty string while there is none."""


class Worker(Protocol):
    """A thread that does steps as long as it has work."""

    @property
    def has_work(self) -> bool:
        """True if it should be getting on."""
        ...

    @property
    def steps(self) -> int:
        """The number of steps done."""
        ...


@dataclass
class _Watched:
    """A thread, and the checks since its last step."""

    worker: Worker
    silent_checks: int = 0
    steps: int = 0

    def check(self) -> int:
        """Returns the number of checks since its last step, while it has work."""
        steps = self.worker.steps
        hangs = self.worker.has_work and steps == self.steps
        self.silent_checks = self.silent_checks + 1 if hangs else 0
        self.steps = steps
        return self.silent_checks


class Liveness:
    """The judgement, made by the main loop once a second.

    It counts checks without a step, not seconds: after a laptop has slept, nothing hangs.
    """

    def __init__(self, workers: Sequence[Worker], hang_seconds: float) -> None:
        self._workers = [_Watched(worker) for worker in workers]
        self._max_silent_checks = max(hang_seconds, MIN_SILENT_SECONDS) / CHECK_SECONDS

    def check(self) -> str:
        """Returns the problem in words; empty if the server works."""
        silent = max([each.check() for each in self._workers])
        if silent <= self._max_silent_checks:
            return ""
        seconds = round(silent * CHECK_SECONDS)
        return f"mails wait, and the writer has done none for {seconds} seconds"

    async def watch(self, stopping: asyncio.Event, *tell: Tell) -> None:
        """Checks every CHECK_SECONDS until the server stops, and tells the problem."""
        while not stopping.is_set():
            problem = self.check()
            for each in tell:
                each(problem)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), CHECK_SECONDS)
