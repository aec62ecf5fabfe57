"""The queue of mails as delivery sees it, and the pauses while a relay can't be used."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from mail.delivery.relay import DeliveryError, Fault
from pbm.process.lazy_logger import get_logger


@dataclass(frozen=True, slots=True)
class QueuedMessage:
    """A mail ready to send, and the number of its earlier tries."""

    id: int
    sender: str
    recipient: str
    message_id: str
    message: bytes
    tries: int
    board: str = ""
    """The board; mails for one recipient about one board keep their order."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The mail was sent."""

    message: QueuedMessage


@dataclass(frozen=True, slots=True)
class Deferred:
    """The mail is to be tried again."""

    message: QueuedMessage
    wait: timedelta
    error: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The mail can't be delivered; `refused` is True if the recipient's address was rejected."""

    message: QueuedMessage
    error: str
    refused: bool


@dataclass(frozen=True, slots=True)
class NotAttempted:
    """The mail wasn't tried; it waits as if it had never been leased."""

    message: QueuedMessage
    error: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """The relay was in trouble when it got the mail, which waits without a try being counted."""

    message: QueuedMessage
    wait: timedelta
    error: str


Outcome = Sent | Deferred | Failed | NotAttempted | Postponed


class Queue(Protocol):
    """The queue of mails to send; may be called by several threads."""

    def take(self, per_minute: int | None = None) -> Sequence[QueuedMessage]:
        """Leases some due mails for LEASE; returns none if nothing is due, or enough was sent.

        Skips mails that would overtake others that are leased or must wait. `per_minute`: the most
        mails a minute that the relay takes now; None if it hasn't complained.
        """
        ...

    def renew(self, messages: Sequence[QueuedMessage]) -> Collection[int]:
        """Renews the leases of these mails for LEASE from now; returns those still leased."""
        ...

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Records the outcomes of leased mails; all of them or, when this raises, none.

        Those of mails that another worker has leased meanwhile are left out.
        """
        ...

    def relay_failed(self, fault: Fault, error: str) -> None:
        """Records that the relay can't be used, for those who look after it."""
        ...


# Pauses of delivery while a relay can't be used.


@dataclass(frozen=True, slots=True)
class PauseRule:
    """The pauses after failures by one fault, in seconds; each is twice as long as the last."""

    first: float
    longest: float
    failures: int = 1
    """The failures in a row that begin a pause: fewer may be a mail's fault."""


SHORT = PauseRule(5, 450)
RULES: dict[Fault, PauseRule] = {
    "relay": SHORT,
    "tls": SHORT,
    "connection": PauseRule(5, 450, failures=2),
    "login": PauseRule(600, 1800),  # providers lock accounts after some refused logins
    "rate": PauseRule(60, 3600),
    "sender": PauseRule(60, 1800, failures=3),
}
"""The faults that aren't a mail's own."""

log = get_logger()


class RelayPause:
    """The failures of a relay in a row, and the pause that they cause."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures = self._pauses = 0
        self._until = 0.0
        self.fault: Fault | None = None
        """The fault of the last pause; None once the relay has worked again."""
        self.error = ""
        """The error of the last pause."""

    @property
    def is_active(self) -> bool:
        """True during a pause."""
        return self._clock() < self._until

    @property
    def has_failed(self) -> bool:
        """True if the relay hasn't worked since its last failure."""
        return bool(self._failures or self._pauses)

    @property
    def seconds_left(self) -> float:
        """The rest of the pause."""
        return max(self._until - self._clock(), 0)

    def relay_works(self) -> None:
        """Resets the failures, as the relay has taken a mail, or refused it for itself."""
        if self.fault:
            log.info("relay works again", after=self.error)
        self._failures = self._pauses = 0
        self.fault, self.error = None, ""

    def relay_failed(self, error: DeliveryError, text: str) -> bool:
        """Counts a failure; returns True if a pause begins by it."""
        rule = RULES[error.fault]
        self._failures += 1
        if self.is_active or self._failures < rule.failures:
            return False
        if error.fault != self.fault:
            self._pauses = 0
        pause = min(rule.first * 2**self._pauses, rule.longest)
        self._pauses += 1
        self._until, self.fault, self.error = self._clock() + pause, error.fault, text
        event = "sender refused" if error.fault == "sender" else "relay unavailable"
        log.warning(event, error=text, pause=timedelta(seconds=pause))
        return True

    def end(self) -> None:
        """Ends the pause at once."""
        self._until = self._clock()
