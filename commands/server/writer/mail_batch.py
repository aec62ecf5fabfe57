"""The emails that share a transaction, taken from the queue in chunks."""

import time
from collections.abc import Sequence

from commands.server.writer.fair_queue import FairQueue, Lane
from commands.server.writer.waiting_mail import Outcome, WaitingMail

MAX_BATCH = 100
MAX_BATCH_SECONDS = 0.25
"""Seconds after which a transaction ends, so that other writers can continue and senders get
answers.

After this much processor time, the rest of a long email waits until other emails have had their
turn.
"""
CHEAP_SECONDS = 0.02
"""Maximum estimated seconds for an email that joins a transaction which has already begun.

This is processor time, because on a busy machine every email takes a long time by the clock.
"""
CHUNK = 10
"""Number of emails whose data is read together, before the first of them is handled."""
TakenMail = tuple[str, WaitingMail]
"""An email with its client's network."""


class MailBatch:
    """The emails of a transaction, and their outcomes so far."""

    def __init__(
        self, first: TakenMail, queue: FairQueue[WaitingMail], lanes: set[Lane], size: int
    ) -> None:
        """`lanes`: the lanes that the worker holds. `size`: maximum number of emails."""
        self._queue = queue
        self._lanes = lanes
        self._size = min(MAX_BATCH, size)
        self._end = time.monotonic() + MAX_BATCH_SECONDS
        self.turn_end = time.thread_time() + MAX_BATCH_SECONDS
        """End of an email's turn, by the thread's processor time."""
        self._taken = [first]
        self.outcomes: list[Outcome] = []
        """The outcomes of the emails that were handled."""

    @property
    def mails(self) -> Sequence[WaitingMail]:
        """All emails that were taken and not put back."""
        return [waiting for _, waiting in self._taken]

    def next_chunk(self) -> Sequence[TakenMail]:
        """Takes the next emails from the queue. Returns none if the transaction should end."""
        if self._is_late:
            return ()
        most = min(self._size, len(self.outcomes) + CHUNK)
        while len(self._taken) < most and (following := self._take()):
            self._taken.append(following)
        return self._taken[len(self.outcomes) :]

    def admits(self, network: str) -> bool:
        """Whether an email of this network may still be handled in the transaction."""
        if not self.outcomes:
            return True
        return not self._is_late and self._queue.is_cheap(network, CHEAP_SECONDS)

    def put_rest_back(self) -> None:
        """Puts the emails that weren't handled back into the queue."""
        rest = self._taken[len(self.outcomes) :]
        del self._taken[len(self.outcomes) :]
        self._queue.put_back(rest)

    def fail(self, error: Exception) -> None:
        """Makes `error` the outcome of all handled emails, or else of the first email."""
        if not self.outcomes:
            network, _ = self._taken[0]
            self._queue.charge(network, 0)
        self.outcomes = [error] * max(1, len(self.outcomes))
        self.put_rest_back()

    @property
    def _is_late(self) -> bool:
        return bool(self.outcomes) and time.monotonic() >= self._end

    def _take(self) -> TakenMail | None:
        return self._queue.get_cheap(CHEAP_SECONDS, self._lanes)
