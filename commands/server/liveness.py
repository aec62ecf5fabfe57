"""Liveness: the server's main loop runs, and its writer gets on with the mails that wait.

A restart helps a server that isn't live. It doesn't help when the disk is full, the database is
gone or the relay is down: then each mail fails or waits, but the writer goes on to the next one.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

CHECK_SECONDS = 1.0
MIN_SILENT_SECONDS = 90
"""A lock of the database may take 30 seconds, for a mail's first try and for its second."""

Tell = Callable[[str], object]
"""Is told the problem after each check; an empty string while there is none."""


class Worker(Protocol):
    """A thread that does steps as long as it has work."""

    @property
    def is_alive(self) -> bool:
        """True until the thread has ended."""
        ...

    @property
    def has_work(self) -> bool:
        """True if it should be getting on."""
        ...

    @property
    def steps(self) -> int:
        """The number of steps done."""
        ...


class Liveness:
    """The judgement, made by the main loop once a second.

    It counts checks without a step, not seconds: after a laptop has slept, nothing hangs.
    """

    def __init__(self, writer: Worker, hang_seconds: float) -> None:
        self._writer = writer
        self._max_silent_checks = max(hang_seconds, MIN_SILENT_SECONDS) / CHECK_SECONDS
        self._silent_checks = 0
        self._steps = 0

    def check(self) -> str:
        """Returns the problem in words; empty if the server works."""
        if not self._writer.is_alive:
            return "the writer has ended"
        steps = self._writer.steps
        hangs = self._writer.has_work and steps == self._steps
        self._silent_checks = self._silent_checks + 1 if hangs else 0
        self._steps = steps
        if self._silent_checks <= self._max_silent_checks:
            return ""
        seconds = round(self._silent_checks * CHECK_SECONDS)
        return f"mails wait, and the writer has done none for {seconds} seconds"

    async def watch(self, stopping: asyncio.Event, *tell: Tell) -> None:
        """Checks every CHECK_SECONDS until the server stops, and tells the problem."""
        while not stopping.is_set():
            problem = self.check()
            for each in tell:
                each(problem)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), CHECK_SECONDS)
