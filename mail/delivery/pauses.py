"""Pause delivery while a relay can't be used."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from mail.delivery.relay import DeliveryError, Fault
from pbm.process.lazy_logger import get_logger

log = get_logger()
FIRST_SETBACK = timedelta(minutes=1)
"""The time that a mail waits, after a pause, to which a relay in trouble replied; doubled each
time.
"""
MAX_DOUBLINGS = 4


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
