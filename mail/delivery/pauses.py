"""Pause delivery while a relay can't be used."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from mail.delivery.relay import DeliveryError, Fault
from pbm.process.lazy_logger import get_logger

log = get_logger()
FIRST_SETBACK = timedelta(minutes=1)
"""Time that an email waits after a pause if the relay failed while receiving it. It doubles with
each failure.
"""
MAX_DOUBLINGS = 4


class RelayPause:
    """Counts a relay's consecutive failures, and holds the pause that they cause."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._failures = self._pauses = 0
        self._until = 0.0
        self.fault: Fault | None = None
        """The fault that caused the last pause. None if the relay has worked since."""
        self.error = ""
        """The error that caused the last pause."""

    @property
    def is_active(self) -> bool:
        return self._clock() < self._until

    @property
    def has_failed(self) -> bool:
        """Whether the relay hasn't worked since its last failure."""
        return bool(self._failures or self._pauses)

    @property
    def seconds_left(self) -> float:
        """Seconds until the pause ends, or 0."""
        return max(self._until - self._clock(), 0)

    def relay_works(self) -> None:
        """Resets the failures after the relay has accepted an email.

        The same applies if it refused an email for a reason that concerns only that email.
        """
        if self.fault:
            log.info("relay works again", after=self.error)
        self._failures = self._pauses = 0
        self.fault, self.error = None, ""

    def relay_failed(self, error: DeliveryError, text: str) -> bool:
        """Counts a failure. Returns whether it begins a pause."""
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
        self._until = self._clock()


@dataclass(frozen=True, slots=True)
class PauseRule:
    """The pauses for one kind of fault, in seconds.

    Each pause is twice as long as the previous one.
    """

    first: float
    longest: float
    failures: int = 1
    """Number of consecutive failures that begin a pause. Fewer may be the fault of an email."""


SHORT = PauseRule(5, 450)


RULES: dict[Fault, PauseRule] = {
    "relay": SHORT,
    "tls": SHORT,
    "connection": PauseRule(5, 450, failures=2),
    "login": PauseRule(600, 1800),  # providers lock accounts after some refused logins
    "rate": PauseRule(60, 3600),
    "sender": PauseRule(60, 1800, failures=3),
}
"""Rules for all faults of the relay or the sender. Any other fault concerns a single email."""
