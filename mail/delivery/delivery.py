"""Sending what is queued, with retries.

Whose trouble it is decides. A relay that can't be used is left alone for a while, and nothing is
held against the mails. A line that breaks counts against its mail, which might be why; when the
next one breaks as well, the relay is left alone too. What is said of a mail or its recipient
counts for these alone.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta

import structlog

from mail.delivery.queue import Deferred, Failed, NotAttempted, Outcome, Queue, QueuedMessage, Sent
from mail.delivery.relay import Connection, DeliveryError, Relay

FIRST_RETRY = timedelta(minutes=7.5)
MAX_TRIES = 8
FIRST_PAUSE = 5.0
"""Seconds for which a relay is left alone; twice that each time it is in trouble again."""
MAX_PAUSE = 450.0
MAX_BREAKS = 2
"""So many lines in a row may break before it is the relay's trouble."""
NOTE_SECONDS = 0.2
"""What was sent is noted together: each note is a wait for the disk."""
KEEP_SECONDS = 60

log = structlog.get_logger()


class Delivery:
    """Takes mails from a queue to a relay."""

    def __init__(
        self, queue: Queue, relay: Relay, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._queue, self._lines, self._clock = queue, relay.lines, clock
        self._done: list[Outcome] = []
        """What has happened and isn't noted yet."""
        self._in_hand: dict[int, QueuedMessage] = {}
        self._kept = clock()
        """When the leases were last renewed."""
        self._breaks = self._rests = 0
        self._resting = 0.0
        """Until when the relay is left alone."""
        self._why = ""
        self._stopping = self._unnoted = False

    async def deliver(self) -> int:
        """Sends all that is due, as far as the relay takes it; how many mails were in hand."""
        count = 0
        await self._note()
        messages = await self._take()
        while messages:
            count += len(messages)
            _, following = await asyncio.gather(self._send(messages), self._take())
            messages = following or await self._take()
        return count

    def stop(self) -> None:
        """Only what is on the line still goes; the rest is put back."""
        self._stopping = True

    async def close(self) -> None:
        """Ends the connections, until there is mail again."""
        await asyncio.gather(*(line.close() for line in self._lines))

    async def _take(self) -> Sequence[QueuedMessage]:
        """Some mails that are due; none while the relay rests, or nothing could be noted."""
        if self._idle or self._unnoted:
            return ()
        try:
            messages = await asyncio.to_thread(self._queue.take)
        except Exception:  # a database in trouble may be back by the next time
            log.exception("no mail can be taken")
            return ()
        self._in_hand |= {message.id: message for message in messages}
        return messages

    @property
    def _idle(self) -> bool:
        return self._stopping or self._clock() < self._resting

    async def _send(self, messages: Sequence[QueuedMessage]) -> None:
        """All of them, over as many lines as may be; a relay that was in trouble is given one."""
        lanes = deque(_lanes(messages))
        over = asyncio.Event()
        noting = asyncio.create_task(self._note_meanwhile(over))
        first, *spare = self._lines[: 1 if self._breaks or self._rests else len(lanes)]
        helping = (self._help(line, lanes) for line in spare)
        await asyncio.gather(self._work(first, lanes), *helping)
        over.set()
        await noting

    async def _help(self, line: Connection, lanes: deque[list[QueuedMessage]]) -> None:
        """Works too, if it can be had: a relay may allow us only so many connections."""
        try:
            await line.open()
        except DeliveryError as error:
            log.info("one line less", error=str(error))
            return
        await self._work(line, lanes)

    async def _work(self, line: Connection, lanes: deque[list[QueuedMessage]]) -> None:
        while lanes:
            await self._send_lane(line, lanes.popleft())

    async def _send_lane(self, line: Connection, lane: list[QueuedMessage]) -> None:
        """In their order, up to one that must wait: the rest wait for it."""
        for place, message in enumerate(lane, 1):
            outcome = await self._try(line, message)
            self._done.append(outcome)
            if isinstance(outcome, Deferred | NotAttempted):
                self._done += [NotAttempted(behind, "") for behind in lane[place:]]
                return

    async def _try(self, line: Connection, message: QueuedMessage) -> Outcome:
        if self._idle:
            return NotAttempted(message, self._why)
        try:
            await line.send(message.sender, message.recipient, message.message)
        except DeliveryError as error:
            return self._failed(message, error)
        except Exception as error:  # one bad mail must not stop the others
            log.exception("delivery failed", id=message.message_id)
            return self._failed(message, DeliveryError(type(error).__name__))
        self._well()
        _log("mail out", message)
        return Sent(message)

    def _failed(self, message: QueuedMessage, error: DeliveryError) -> Outcome:
        text = _error_text(message, error)
        if error.whose in ("relay", "line"):
            self._broken(error, text)
        else:
            self._well()
        if error.whose == "relay":
            return NotAttempted(message, text)
        if error.permanent or message.tries + 1 >= MAX_TRIES:
            _log("mail failed", message, error=text)
            return Failed(message, text, refused=error.whose == "recipient")
        _log("mail postponed", message, error=text)
        return Deferred(message, FIRST_RETRY * 2**message.tries, text)

    def _well(self) -> None:
        """The relay has answered, whatever it said."""
        self._breaks = self._rests = 0
        self._why = ""

    def _broken(self, error: DeliveryError, text: str) -> None:
        self._breaks += 1
        if self._idle or (error.whose == "line" and self._breaks < MAX_BREAKS):
            return
        rest = min(FIRST_PAUSE * 2**self._rests, MAX_PAUSE)
        self._rests += 1
        self._resting, self._why = self._clock() + rest, text
        log.warning("relay in trouble", error=self._why, rests=timedelta(seconds=rest))

    async def _note_meanwhile(self, over: asyncio.Event) -> None:
        while not over.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), NOTE_SECONDS)
            await self._note()
            await self._keep()
        await self._note()

    async def _note(self) -> None:
        """Has what happened noted; what can't be is kept for the next time."""
        noted = tuple(self._done)
        if not noted:
            return
        try:
            await asyncio.to_thread(self._queue.record, noted)
        except Exception:  # it must not be sent again because the database was busy
            log.exception("deliveries can't be noted")
            self._unnoted = True
        else:
            del self._done[: len(noted)]
            self._unnoted = False
            for outcome in noted:
                self._in_hand.pop(outcome.message.id, None)

    async def _keep(self) -> None:
        """Renews the leases of what takes long."""
        if self._clock() < self._kept + KEEP_SECONDS:
            return
        self._kept = self._clock()
        try:
            await asyncio.to_thread(self._queue.renew, tuple(self._in_hand.values()))
        except Exception:  # there is time for another try
            log.exception("leases can't be renewed")


def _error_text(message: QueuedMessage, error: DeliveryError) -> str:
    """What is said to be wrong, to be kept and logged: without the name of a signed sender."""
    name, _, label = message.sender.partition("@")[0].partition("+")
    return str(error).replace(f"{name}+{label}", f"{name}+...") if label else str(error)


def _lanes(messages: Sequence[QueuedMessage]) -> list[list[QueuedMessage]]:
    """Those that must keep their order, together."""
    lanes: dict[tuple[str, str], list[QueuedMessage]] = {}
    for message in messages:
        lanes.setdefault((message.recipient, message.board), []).append(message)
    return list(lanes.values())


def _log(event: str, message: QueuedMessage, **more: str) -> None:
    log.info(event, to=message.recipient, id=message.message_id, size=len(message.message), **more)
