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
from pbm.leases import LEASE, RENEW_SECONDS
from pbm.process.lazy_logger import get_logger

log = get_logger()
RECORD_SECONDS = 0.2
"""The interval at which outcomes are recorded together: each transaction waits for the disk."""
SENDING_SECONDS = LEASE.total_seconds() - RENEW_SECONDS
"""The time from the last renewal of a lease in which its mail may be given to the relay."""


class LeasedMails:
    """Leases mails, renews the leases, and records outcomes; a failing database is asked again."""

    def __init__(self, queue: Queue, clock: Callable[[], float]) -> None:
        self._queue, self._clock = queue, clock
        self._outcomes: list[Outcome] = []
        """The outcomes not recorded yet."""
        self._failure: tuple[Fault, str] | None = None
        """A failure of the relay that isn't recorded yet."""
        self._leased: dict[int, QueuedMessage] = {}
        """The mails whose outcomes aren't recorded yet."""
        self._until: dict[int, float] = {}
        """The times until which these may be sent; after that another worker may send them."""
        self._renewed = clock()
        """The time at which the leases were last renewed."""
        self._unrecorded = False

    def add(self, *outcomes: Outcome) -> None:
        """Adds outcomes, to be recorded soon."""
        self._outcomes += outcomes

    def relay_failed(self, fault: Fault, error: str) -> None:
        """Adds a failure of the relay, to be recorded soon."""
        self._failure = fault, error

    def may_send(self, message: QueuedMessage) -> bool:
        """Returns True if the mail is still leased."""
        return self._clock() < self._until[message.id]

    async def take(self, per_minute: int | None) -> Sequence[QueuedMessage]:
        """Leases due mails; none while outcomes can't be recorded."""
        if self._unrecorded:
            return ()
        before = self._clock()
        if not self._leased:
            self._renewed = before
        try:
            messages = await asyncio.to_thread(self._queue.take, per_minute)
        except Exception:  # the database may work again next time
            log.exception("mails not leased")
            return ()
        self._until |= {message.id: before + SENDING_SECONDS for message in messages}
        # one whose lease was over, and is leased again, may be about to be sent: not once more
        messages = [message for message in messages if message.id not in self._leased]
        if messages:
            log.debug("mails leased", mails=len(messages))
        self._leased |= {message.id: message for message in messages}
        return messages

    async def record_meanwhile(self, done: asyncio.Event) -> None:
        """Records outcomes and renews leases until all are sent."""
        while not done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), RECORD_SECONDS)
            await self.record()
            await self._renew_leases()
        await self.record()

    async def record(self) -> None:
        """Records the outcomes; keeps them for the next time if that fails."""
        await self._record_failure()
        recorded = tuple(self._outcomes)
        if not recorded:
            return
        try:
            await asyncio.to_thread(self._queue.record, recorded)
        except Exception:  # mails must not be sent again because the database was busy
            log.exception("outcomes not recorded")
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
        except Exception:  # the log has it
            log.exception("relay's failure not recorded")

    async def _renew_leases(self) -> None:
        """Renews the leases of mails that take long; those that were lost aren't sent."""
        now = self._clock()
        if now < self._renewed + RENEW_SECONDS or not self._leased:
            return
        self._renewed = now
        leased = tuple(self._leased.values())
        try:
            renewed = await asyncio.to_thread(self._queue.renew, leased)
        except Exception:  # there is time for another attempt
            log.exception("leases not renewed")
            return
        for message in leased:
            if message.id in self._until:
                self._until[message.id] = now + SENDING_SECONDS if message.id in renewed else now
