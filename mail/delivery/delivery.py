"""Deliver the queued emails to a relay, and decide how to continue after an error.

The decision depends on the cause of the error:

- The relay is unavailable, refuses our login, or has received too many emails: delivery pauses, and
  no attempt is counted. If the relay reported this while it received an email, that email waits
  until other emails were tried, because it may be the cause.
- The relay refuses a sender: all emails from that sender pause.
- The connection breaks: this is counted as an attempt to deliver the current email. If the next
  connection breaks as well, delivery pauses.
- The relay refuses an email or its recipient: this affects only that email.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Sequence
from datetime import timedelta

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
from mail.delivery.leased_mails import LeasedMails
from mail.delivery.pauses import FIRST_SETBACK, MAX_DOUBLINGS, RULES, RelayPause
from mail.delivery.relay import Connection, DeliveryError, Relay
from mail.delivery.retries import is_last_try, retry_delay
from mail.delivery.throttle import Throttle
from pbm.clock import uptime
from pbm.process.lazy_logger import get_logger

log = get_logger()
FEWER_SECONDS = 3600
"""Seconds during which pbm uses fewer connections after the relay has refused an additional one."""


class Delivery:
    """Delivers emails from a queue to a relay."""

    def __init__(self, queue: Queue, relay: Relay, clock: Callable[[], float] = uptime) -> None:
        self._relay, self._clock = relay, clock
        self._connections = relay.connections
        self._mails = LeasedMails(queue, clock)
        self.pause, self._throttle = RelayPause(clock), Throttle(clock)
        """The pause after errors that concern the whole relay."""
        self._senders: dict[str, RelayPause] = {}
        """The pauses by envelope sender without its label, because a relay may refuse a sender."""
        self._setbacks: Counter[int] = Counter()
        """How often the relay failed while it received an email, by the id of that email."""
        self._most = len(self._connections)
        """Maximum number of connections that the relay currently allows."""
        self._most_until = 0.0
        """Uptime at which pbm tries all connections again."""
        self._opening = asyncio.Lock()
        """Held while an additional connection is opened, so that they open one after the other."""
        self._stopping = False

    async def deliver(self) -> int:
        """Sends all due emails that the relay accepts. Returns the number of emails leased."""
        count = 0
        await self._mails.record()
        messages = await self._take()
        while messages:
            count += len(messages)
            _, following = await asyncio.gather(self._send(messages), self._take())
            messages = following or await self._take()
        return count

    def stop(self) -> None:
        """Stops delivery after the emails that are being sent.

        Leased emails not yet started go back to the queue.
        """
        self._stopping = True

    async def close(self) -> None:
        """Closes the connections. The next email opens them again."""
        await asyncio.gather(*(connection.close() for connection in self._connections))

    async def _take(self) -> Sequence[QueuedMessage]:
        """Leases due emails. Returns none while delivery is paused."""
        return () if self._idle else await self._mails.take(self._throttle.per_minute)

    @property
    def _idle(self) -> bool:
        if self.pause.is_active and self.pause.fault == "login" and self._relay.has_new_secret():
            self.pause.end()
        return self._stopping or self.pause.is_active

    async def _send(self, messages: Sequence[QueuedMessage]) -> None:
        """Sends emails over all allowed connections, or over only one after the relay failed."""
        lanes = deque(_lanes(messages))
        done = asyncio.Event()
        recorder = asyncio.create_task(self._mails.record_meanwhile(done))
        self._opening = asyncio.Lock()  # a lock belongs to one event loop
        first, *spare = self._connections
        # Open one connection first, so that an error of the relay is reported only once.
        if len(lanes) > 1 and spare and not self.pause.has_failed:
            await self._open(first)
        spare_senders = (
            (self._send_over_spare(connection, lanes) for connection in spare)
            if not self.pause.has_failed
            else ()
        )
        await asyncio.gather(self._work(first, lanes), *spare_senders)
        done.set()
        await recorder

    async def _open(self, connection: Connection) -> None:
        try:
            await connection.open()
        except DeliveryError as error:
            self._relay_failed(self.pause, error, str(error))

    async def _send_over_spare(
        self, connection: Connection, lanes: deque[list[QueuedMessage]]
    ) -> None:
        """Sends over an additional connection.

        If it can't be opened, the relay may limit their number, so pbm uses fewer for a while.
        """
        async with self._opening:
            place = self._connections.index(connection)
            is_refused = self._clock() < self._most_until and place >= self._most
            if is_refused or self._idle or not lanes:
                return
            try:
                await connection.open()
            except DeliveryError as error:
                log.info(
                    "failed to open a connection to the relay", error=str(error), connections=place
                )
                self._most, self._most_until = place, self._clock() + FEWER_SECONDS
                return
        await self._work(connection, lanes)

    async def _work(self, connection: Connection, lanes: deque[list[QueuedMessage]]) -> None:
        while lanes:
            await self._send_lane(connection, lanes.popleft())

    async def _send_lane(self, connection: Connection, lane: list[QueuedMessage]) -> None:
        """Sends the emails of a lane in order. If one must wait, the emails behind it wait too."""
        for place, message in enumerate(lane, 1):
            outcome = await self._try(connection, message)
            self._mails.add(outcome)
            if isinstance(outcome, Deferred | NotAttempted | Postponed):
                self._mails.add(*(NotAttempted(behind, "") for behind in lane[place:]))
                return

    async def _try(self, connection: Connection, message: QueuedMessage) -> Outcome:
        if self._idle:
            return NotAttempted(message, self.pause.error)
        if not self._mails.may_send(message):
            return NotAttempted(message, "")
        refused = self._pause_of(message)
        if refused.is_active:
            return Postponed(message, timedelta(seconds=refused.seconds_left), refused.error)
        try:
            await connection.send(message.sender, message.recipient, message.message)
        except DeliveryError as error:
            return self._failed(message, error)
        except Exception as error:  # one bad email must not stop the remaining emails
            log.exception("delivery failed", id=message.message_id)
            return self._failed(message, DeliveryError(type(error).__name__))
        self.pause.relay_works()
        refused.relay_works()
        self._throttle.sent()
        self._setbacks.pop(message.id, None)
        _log("mail out", message)
        return Sent(message)

    def _failed(self, message: QueuedMessage, error: DeliveryError) -> Outcome:
        text = str(error)
        if error.fault == "sender":
            self.pause.relay_works()
            return self._postpone(message, self._pause_of(message), error, text)
        if error.fault not in RULES:
            self.pause.relay_works()
        elif error.in_mail and error.fault != "connection":
            return self._postpone(message, self.pause, error, text)
        else:
            self._relay_failed(self.pause, error, text)
            if error.fault != "connection":
                return NotAttempted(message, text)
        self._setbacks.pop(message.id, None)
        if error.permanent or is_last_try(message.tries):
            _log("mail failed", message, error=text)
            return Failed(message, text, refused=error.fault == "recipient")
        _log("mail deferred", message, error=text)
        return Deferred(message, retry_delay(message.tries), text)

    def _postpone(
        self, message: QueuedMessage, pause: RelayPause, error: DeliveryError, text: str
    ) -> Outcome:
        """Postpones an email, because it may have caused the relay's failure."""
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
        """Returns the pause that applies to the sender of this email, whatever its label."""
        name, _, host = message.sender.partition("@")
        kind = f"{name.partition('+')[0]}@{host}"
        return self._senders.setdefault(kind, RelayPause(self._clock))


def _lanes(messages: Sequence[QueuedMessage]) -> list[list[QueuedMessage]]:
    """Returns the emails in groups. Emails to one recipient about one board keep their order."""
    lanes: dict[tuple[str, str], list[QueuedMessage]] = {}
    for message in messages:
        lanes.setdefault((message.recipient, message.board), []).append(message)
    return list(lanes.values())


def _log(event: str, message: QueuedMessage, **more: str) -> None:
    log.info(event, to=message.recipient, id=message.message_id, size=len(message.message), **more)
