"""Delivery of the queued mails, with retries.

The fault decides. While a relay is unavailable, delivery pauses, and the mails' tries don't
count. So it is when the relay refuses our login, or has had too many mails; a mail in reply to
which it said so waits until others were tried, as it might be the cause. When the relay refuses
a sender, mails with that sender pause. A broken connection counts as a try of its mail; when the
next one breaks as well, delivery pauses too. A refusal of a mail or its recipient counts only for
that mail.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from math import ceil

from mail.delivery.delivery_queue import (
    Deferred,
    Failed,
    NotAttempted,
    Outcome,
    Postponed,
    Queue,
    QueuedMessage,
    Sent,
)
from mail.delivery.pauses import FIRST_SETBACK, MAX_DOUBLINGS, RULES, RelayPause
from mail.delivery.relay import Connection, DeliveryError, Fault, Relay
from mail.delivery.retries import is_last_try, retry_delay
from pbm.clock import uptime
from pbm.leases import LEASE, RENEW_SECONDS
from pbm.process.lazy_logger import get_logger

# The mails leased from the queue, and their outcomes until these are recorded.

RECORD_SECONDS = 0.2
"""The interval at which outcomes are recorded together: each transaction waits for the disk."""
SENDING_SECONDS = LEASE.total_seconds() - RENEW_SECONDS
"""The time from the last renewal of a lease in which its mail may be given to the relay."""

log = get_logger()


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


# The throttle of a relay: the rate is halved when it says "too many", and doubled again slowly.

MINUTE = 60.0
RECOVERY_SECONDS = 600.0
"""The time without a complaint after which the rate is doubled."""


class Throttle:
    """The mails that may be sent in a minute."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent: deque[float] = deque()
        """The times of the mails sent within the last minute."""
        self._limit: int | None = None
        self._refused_at = 0
        """The rate that the relay has complained of."""
        self._changed = 0.0

    @property
    def per_minute(self) -> int | None:
        """The most mails a minute; None if the relay hasn't complained lately."""
        while self._limit and self._clock() >= self._changed + RECOVERY_SECONDS:
            self._changed += RECOVERY_SECONDS
            self._limit = None if self._limit >= self._refused_at else self._limit * 2
            log.info("relay takes more mails again", per_minute=self._limit)
        return self._limit

    def sent(self) -> None:
        """Counts a mail."""
        self._sent.append(self._clock())
        self._forget()

    def slow_down(self) -> None:
        """Halves the rate, as the relay has had too many mails."""
        self._forget()
        self._refused_at = min(len(self._sent), self._limit or len(self._sent))
        self._limit, self._changed = max(ceil(self._refused_at / 2), 1), self._clock()
        log.warning("relay wants fewer mails", per_minute=self._limit)

    def _forget(self) -> None:
        while self._sent and self._sent[0] <= self._clock() - MINUTE:
            self._sent.popleft()


FEWER_SECONDS = 3600
"""The time for which a connection isn't tried again that the relay has refused beside others."""


class Delivery:
    """Delivers mails from a queue to a relay."""

    def __init__(self, queue: Queue, relay: Relay, clock: Callable[[], float] = uptime) -> None:
        self._relay, self._clock = relay, clock
        self._connections = relay.connections
        self._mails = LeasedMails(queue, clock)
        self._pause, self._throttle = RelayPause(clock), Throttle(clock)
        self._senders: dict[str, RelayPause] = {}
        """The pauses of mails by their sender, without its label: it may be refused."""
        self._setbacks: Counter[int] = Counter()
        """By mail, how often the relay was in trouble when it got it."""
        self._most = len(self._connections)
        """The connections that the relay allows."""
        self._most_until = 0.0
        """The time at which more of them are tried again."""
        self._opening = asyncio.Lock()
        """Held while a connection beside the first is opened: one after the other."""
        self._stopping = False

    async def deliver(self) -> int:
        """Sends all due mails that the relay accepts; returns the number of mails leased."""
        count = 0
        await self._mails.record()
        messages = await self._take()
        while messages:
            count += len(messages)
            _, following = await asyncio.gather(self._send(messages), self._take())
            messages = following or await self._take()
        return count

    def stop(self) -> None:
        """Stops delivery after the mails being sent; the other leased ones are put back."""
        self._stopping = True

    async def close(self) -> None:
        """Closes the connections; the next mail opens them again."""
        await asyncio.gather(*(connection.close() for connection in self._connections))

    async def _take(self) -> Sequence[QueuedMessage]:
        """Leases due mails; none while delivery is paused."""
        return () if self._idle else await self._mails.take(self._throttle.per_minute)

    @property
    def _idle(self) -> bool:
        if self._pause.is_active and self._pause.fault == "login" and self._relay.has_new_secret():
            self._pause.end()
        return self._stopping or self._pause.is_active

    async def _send(self, messages: Sequence[QueuedMessage]) -> None:
        """Sends mails over as many connections as allowed; over only one after the relay failed."""
        lanes = deque(_lanes(messages))
        done = asyncio.Event()
        recorder = asyncio.create_task(self._mails.record_meanwhile(done))
        self._opening = asyncio.Lock()  # of this event loop
        first, *spare = self._connections
        if len(lanes) > 1 and spare and not self._pause.has_failed:
            await self._open(first)
        helpers = (self._help(each, lanes) for each in spare) if not self._pause.has_failed else ()
        await asyncio.gather(self._work(first, lanes), *helpers)
        done.set()
        await recorder

    async def _open(self, connection: Connection) -> None:
        """Opens the first connection, so that an error shows before others are tried."""
        try:
            await connection.open()
        except DeliveryError as error:
            self._relay_failed(self._pause, error, str(error))

    async def _help(self, connection: Connection, lanes: deque[list[QueuedMessage]]) -> None:
        """Sends over another connection if it can be opened: a relay may limit their number."""
        async with self._opening:
            place = self._connections.index(connection)
            is_refused = self._clock() < self._most_until and place >= self._most
            if is_refused or self._idle or not lanes:
                return
            try:
                await connection.open()
            except DeliveryError as error:
                log.info("connection not opened", error=str(error), connections=place)
                self._most, self._most_until = place, self._clock() + FEWER_SECONDS
                return
        await self._work(connection, lanes)

    async def _work(self, connection: Connection, lanes: deque[list[QueuedMessage]]) -> None:
        while lanes:
            await self._send_lane(connection, lanes.popleft())

    async def _send_lane(self, connection: Connection, lane: list[QueuedMessage]) -> None:
        """Sends mails in their order, up to one that must wait: those behind it wait, too."""
        for place, message in enumerate(lane, 1):
            outcome = await self._try(connection, message)
            self._mails.add(outcome)
            if isinstance(outcome, Deferred | NotAttempted | Postponed):
                self._mails.add(*(NotAttempted(behind, "") for behind in lane[place:]))
                return

    async def _try(self, connection: Connection, message: QueuedMessage) -> Outcome:
        if self._idle:
            return NotAttempted(message, self._pause.error)
        if not self._mails.may_send(message):
            return NotAttempted(message, "")
        refused = self._pause_of(message)
        if refused.is_active:
            return Postponed(message, timedelta(seconds=refused.seconds_left), refused.error)
        try:
            await connection.send(message.sender, message.recipient, message.message)
        except DeliveryError as error:
            return self._failed(message, error)
        except Exception as error:  # one bad mail must not stop the others
            log.exception("delivery failed", id=message.message_id)
            return self._failed(message, DeliveryError(type(error).__name__))
        self._pause.relay_works()
        refused.relay_works()
        self._throttle.sent()
        self._setbacks.pop(message.id, None)
        _log("mail out", message)
        return Sent(message)

    def _failed(self, message: QueuedMessage, error: DeliveryError) -> Outcome:
        text = str(error)
        if error.fault == "sender":
            self._pause.relay_works()
            return self._set_back(message, self._pause_of(message), error, text)
        if error.fault not in RULES:
            self._pause.relay_works()
        elif error.in_mail and error.fault != "connection":
            return self._set_back(message, self._pause, error, text)
        else:
            self._relay_failed(self._pause, error, text)
            if error.fault != "connection":
                return NotAttempted(message, text)
        self._setbacks.pop(message.id, None)
        if error.permanent or is_last_try(message.tries):
            _log("mail failed", message, error=text)
            return Failed(message, text, refused=error.fault == "recipient")
        _log("mail deferred", message, error=text)
        return Deferred(message, retry_delay(message.tries), text)

    def _set_back(
        self, message: QueuedMessage, pause: RelayPause, error: DeliveryError, text: str
    ) -> Outcome:
        """Lets others be tried before this mail after the pause: it may be the cause."""
        self._relay_failed(pause, error, text)
        doublings = min(self._setbacks[message.id], MAX_DOUBLINGS)
        self._setbacks[message.id] += 1
        wait = timedelta(seconds=pause.seconds_left) + FIRST_SETBACK * 2**doublings
        _log("mail postponed", message, error=text)
        return Postponed(message, wait, text)

    def _relay_failed(self, pause: RelayPause, error: DeliveryError, text: str) -> None:
        if error.fault == "rate" and not pause.is_active:
            self._throttle.slow_down()
        if pause.relay_failed(error, text) or error.fault == "sender":
            self._mails.relay_failed(error.fault, text)

    def _pause_of(self, message: QueuedMessage) -> RelayPause:
        """Returns the pause of all mails with such a sender."""
        name, _, host = message.sender.partition("@")
        kind = f"{name.partition('+')[0]}@{host}"
        return self._senders.setdefault(kind, RelayPause(self._clock))


def _lanes(messages: Sequence[QueuedMessage]) -> list[list[QueuedMessage]]:
    """Returns the mails in groups that must keep their order."""
    lanes: dict[tuple[str, str], list[QueuedMessage]] = {}
    for message in messages:
        lanes.setdefault((message.recipient, message.board), []).append(message)
    return list(lanes.values())


def _log(event: str, message: QueuedMessage, **more: str) -> None:
    log.info(event, to=message.recipient, id=message.message_id, size=len(message.message), **more)
