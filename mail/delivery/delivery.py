"""Delivery of the queued mails, with retries.

The fault decides. While a relay is unavailable, delivery pauses, and the mails' tries don't
count. So it is when the relay refuses our login or sender, or has had too many mails; a mail in
reply to which it said so waits until others were tried, as it might be the cause. A broken
connection counts as a try of its mail; when the next one breaks as well, delivery pauses too. A
refusal of a mail or its recipient counts only for that mail.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta

from mail.delivery.pace import Pace
from mail.delivery.queue import (
    Deferred,
    Failed,
    NotAttempted,
    Outcome,
    Postponed,
    Queue,
    QueuedMessage,
    Sent,
)
from mail.delivery.relay import Connection, DeliveryError, Fault, Relay
from mail.delivery.relay_pause import RULES, RelayPause
from mail.delivery.retries import is_last_try, retry_delay
from pbm.lazy_logger import get_logger
from pbm.secret_words import without_signed_words

FIRST_SETBACK = timedelta(minutes=1)
"""The time that a mail waits, after a pause, to which a relay in trouble replied; doubled each
time.
"""
MAX_DOUBLINGS = 4
FEWER_SECONDS = 3600
"""The time for which a connection isn't tried again that the relay has refused beside others."""
RECORD_SECONDS = 0.2
"""The interval at which outcomes are recorded together: each transaction waits for the disk."""
RENEW_SECONDS = 60

log = get_logger()


class Delivery:
    """Delivers mails from a queue to a relay."""

    def __init__(
        self, queue: Queue, relay: Relay, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._queue, self._relay, self._clock = queue, relay, clock
        self._connections = relay.connections
        self._pause, self._pace = RelayPause(clock), Pace(clock)
        self._setbacks: Counter[int] = Counter()
        """By mail, how often the relay was in trouble when it got it."""
        self._trouble: tuple[Fault, str] | None = None
        """A failure of the relay that isn't recorded yet."""
        self._most = len(self._connections)
        """The connections that the relay allows."""
        self._most_until = 0.0
        """The time at which more of them are tried again."""
        self._opening = asyncio.Lock()
        """Held while a connection beside the first is opened: one after the other."""
        self._outcomes: list[Outcome] = []
        """The outcomes not recorded yet."""
        self._leased: dict[int, QueuedMessage] = {}
        self._renewed = clock()
        """The time at which the leases were last renewed."""
        self._stopping = self._unrecorded = False

    async def deliver(self) -> int:
        """Sends all due mails that the relay accepts; returns the number of mails leased."""
        count = 0
        await self._record()
        messages = await self._take()
        while messages:
            count += len(messages)
            _, following = await asyncio.gather(self._send(messages), self._take())
            messages = following or await self._take()
        return count

    def stop(self) -> None:
        """Stops delivery after the mails being sent; the pause is put back."""
        self._stopping = True

    async def close(self) -> None:
        """Closes the connections; the next mail opens them again."""
        await asyncio.gather(*(connection.close() for connection in self._connections))

    async def _take(self) -> Sequence[QueuedMessage]:
        """Leases due mails; none while delivery is paused, or outcomes can't be recorded."""
        if self._idle or self._unrecorded:
            return ()
        try:
            messages = await asyncio.to_thread(self._queue.take, self._pace.per_minute)
        except Exception:  # the database may work again next time
            log.exception("mails not leased")
            return ()
        # a clock that jumps ends leases early: what is being sent must not be sent once more
        messages = [message for message in messages if message.id not in self._leased]
        if messages:
            log.debug("mails leased", mails=len(messages))
        self._leased |= {message.id: message for message in messages}
        return messages

    @property
    def _idle(self) -> bool:
        if self._pause.is_active and self._pause.fault == "login" and self._relay.has_new_secret():
            self._pause.end()
        return self._stopping or self._pause.is_active

    async def _send(self, messages: Sequence[QueuedMessage]) -> None:
        """Sends mails done as many connections as allowed; done one after the relay failed."""
        lanes = deque(_lanes(messages))
        done = asyncio.Event()
        recorder = asyncio.create_task(self._record_meanwhile(done))
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
            self._relay_failed(error, str(error))

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
        """Sends mails in their order, up to one that must wait: the pause wait for it."""
        for place, message in enumerate(lane, 1):
            outcome = await self._try(connection, message)
            self._outcomes.append(outcome)
            if isinstance(outcome, Deferred | NotAttempted | Postponed):
                self._outcomes += [NotAttempted(behind, "") for behind in lane[place:]]
                return

    async def _try(self, connection: Connection, message: QueuedMessage) -> Outcome:
        if self._idle:
            return NotAttempted(message, self._pause.error)
        try:
            await connection.send(message.sender, message.recipient, message.message)
        except DeliveryError as error:
            return self._failed(message, error)
        except Exception as error:  # one bad mail must not stop the others
            log.exception("delivery failed", id=message.message_id)
            return self._failed(message, DeliveryError(type(error).__name__))
        self._pause.relay_works()
        self._pace.sent()
        self._setbacks.pop(message.id, None)
        _log("mail out", message)
        return Sent(message)

    def _failed(self, message: QueuedMessage, error: DeliveryError) -> Outcome:
        text = _error_text(message, error)
        if error.fault in RULES:
            self._relay_failed(error, text)
        else:
            self._pause.relay_works()
        if error.fault in RULES and error.fault != "connection":
            return self._set_back(message, text) if error.in_mail else NotAttempted(message, text)
        self._setbacks.pop(message.id, None)
        if error.permanent or is_last_try(message.tries):
            _log("mail failed", message, error=text)
            return Failed(message, text, refused=error.fault == "recipient")
        _log("mail deferred", message, error=text)
        return Deferred(message, retry_delay(message.tries), text)

    def _set_back(self, message: QueuedMessage, text: str) -> Outcome:
        """Lets others be tried before this mail after the pause: it may be the cause."""
        doublings = min(self._setbacks[message.id], MAX_DOUBLINGS)
        self._setbacks[message.id] += 1
        wait = timedelta(seconds=self._pause.seconds_left) + FIRST_SETBACK * 2**doublings
        _log("mail postponed", message, error=text)
        return Postponed(message, wait, text)

    def _relay_failed(self, error: DeliveryError, text: str) -> None:
        if not self._pause.is_active and error.fault == "rate":
            self._pace.slow_down()
        if self._pause.relay_failed(error, text) or error.fault == "sender":
            self._trouble = error.fault, text

    async def _record_meanwhile(self, done: asyncio.Event) -> None:
        while not done.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), RECORD_SECONDS)
            await self._record()
            await self._renew_leases()
        await self._record()

    async def _record(self) -> None:
        """Records the outcomes; keeps them for the next time if that fails."""
        await self._record_trouble()
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

    async def _record_trouble(self) -> None:
        if self._trouble is None:
            return
        fault, error = self._trouble
        self._trouble = None
        try:
            await asyncio.to_thread(self._queue.relay_failed, fault, error)
        except Exception:  # the log has it
            log.exception("relay's failure not recorded")

    async def _renew_leases(self) -> None:
        """Renews the leases of mails that take long."""
        if self._clock() < self._renewed + RENEW_SECONDS:
            return
        self._renewed = self._clock()
        try:
            await asyncio.to_thread(self._queue.renew, tuple(self._leased.values()))
        except Exception:  # there is time for another attempt
            log.exception("leases not renewed")


def _error_text(message: QueuedMessage, error: DeliveryError) -> str:
    """Returns the error to be stored and logged, without the tokens that the relay quotes."""
    name, _, label = message.sender.partition("@")[0].partition("+")
    text = str(error).replace(f"{name}+{label}", f"{name}+...") if label else str(error)
    return without_signed_words(text)


def _lanes(messages: Sequence[QueuedMessage]) -> list[list[QueuedMessage]]:
    """Returns the mails in groups that must keep their order."""
    lanes: dict[tuple[str, str], list[QueuedMessage]] = {}
    for message in messages:
        lanes.setdefault((message.recipient, message.board), []).append(message)
    return list(lanes.values())


def _log(event: str, message: QueuedMessage, **more: str) -> None:
    log.info(event, to=message.recipient, id=message.message_id, size=len(message.message), **more)
