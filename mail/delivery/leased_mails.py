"""Lease emails from the queue, renew the leases, and record the outcomes."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from mail.delivery.delivery_queue import (
    Outcome,
    Queue,
    QueuedMessage,
)
from mail.delivery.relay import Fault
from pbm.process.lazy_logger import get_logger
from pbm.process.leases import LEASE, RENEW_SECONDS

log = get_logger()
RECORD_SECONDS = 0.2
"""Seconds between two recordings. Outcomes are recorded together, because each transaction waits
for the disk.
"""
SENDING_SECONDS = LEASE.total_seconds() - RENEW_SECONDS
"""Seconds after the last renewal of a lease during which its email may be given to the relay."""


class LeasedMails:
    """Leases emails, renews the leases, and records outcomes.

    If the database fails, it tries again.
    """

    def __init__(self, queue: Queue, clock: Callable[[], float]) -> None:
        self._queue, self._clock = queue, clock
        self._outcomes: list[Outcome] = []
        self._failure: tuple[Fault, str] | None = None
        """A failure of the relay that isn't recorded yet."""
        self._leased: dict[int, QueuedMessage] = {}
        """Emails whose outcomes aren't recorded yet, by id."""
        self._until: dict[int, float] = {}
        """Uptime until which each email may be sent. Afterwards another worker may send it."""
        self._renewed = clock()
        """Uptime at which the leases were last renewed."""
        self._unrecorded = False

    def add(self, *outcomes: Outcome) -> None:
        """Adds outcomes. `record` later writes them to the database."""
        self._outcomes += outcomes

    def relay_failed(self, fault: Fault, error: str) -> None:
        """Adds a failure of the relay. `record` later writes it to the database."""
        self._failure = fault, error

    def may_send(self, message: QueuedMessage) -> bool:
        """Whether the email is still leased."""
        return self._clock() < self._until[message.id]

    async def take(self, per_minute: int | None) -> Sequence[QueuedMessage]:
        """Leases due emails. Returns none while outcomes can't be recorded."""
        if self._unrecorded:
            return ()
        # Before the call, because the leases begin during it.
        before = self._clock()
        if not self._leased:
            self._renewed = before
        try:
            messages = await asyncio.to_thread(self._queue.take, per_minute)
        except Exception:  # the database may work again next time
            log.exception("failed to lease emails")
            return ()
        self._until |= {message.id: before + SENDING_SECONDS for message in messages}
        # An email whose lease has ended may still be on its way: don't send it twice.
        messages = [message for message in messages if message.id not in self._leased]
        if messages:
            log.debug("emails leased", mails=len(messages))
        self._leased |= {message.id: message for message in messages}
        return messages

    async def record_meanwhile(self, done: asyncio.Event) -> None:
        """Records outcomes and renews leases until `done` is set."""
        while not done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), RECORD_SECONDS)
            await self.record()
            await self._renew_leases()
        await self.record()

    async def record(self) -> None:
        """Records the outcomes. If that fails, keeps them for the next call."""
        await self._record_failure()
        recorded = tuple(self._outcomes)
        if not recorded:
            return
        try:
            await asyncio.to_thread(self._queue.record, recorded)
        except Exception:  # a busy database must not cause emails to be sent twice
            log.exception("failed to record delivery outcomes")
            self._unrecorded = True
        else:
            del self._outcomes[: len(recorded)]
            self._unrecorded = False
            for outcome in recorded:
                self._leased.pop(outcome.message.id, None)
                self._until.pop(outcome.message.id, None)

    async def _record_failure(self) -> None:
        if self._failure is None:
            return
        fault, error = self._failure
        self._failure = None
        try:
            await asyncio.to_thread(self._queue.relay_failed, fault, error)
        except Exception:  # delivery has logged the failure itself
            log.exception("failed to record a relay failure")

    async def _renew_leases(self) -> None:
        """Renews the leases of emails that take a long time.

        Emails whose leases were lost aren't sent.
        """
        now = self._clock()
        if now < self._renewed + RENEW_SECONDS or not self._leased:
            return
        self._renewed = now
        leased = tuple(self._leased.values())
        try:
            renewed = await asyncio.to_thread(self._queue.renew, leased)
        except Exception:  # there is time for another attempt
            log.exception("failed to renew leases")
            return
        for message in leased:
            if message.id in self._until:
                self._until[message.id] = now + SENDING_SECONDS if message.id in renewed else now
