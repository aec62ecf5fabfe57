"""Limit the rate of sending. It is halved when the relay says "too many", and restored slowly."""

from collections import deque
from collections.abc import Callable
from math import ceil

from pbm.process.lazy_logger import get_logger

log = get_logger()
MINUTE = 60.0
RECOVERY_SECONDS = 600.0
"""Seconds without a complaint after which the rate is doubled."""


class Throttle:
    """Counts sent emails, and limits the rate per minute after the relay has complained."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._sent: deque[float] = deque()
        """Uptimes at which emails were sent within the last minute."""
        self._limit: int | None = None
        self._refused_at = 0
        """Emails per minute at which the relay complained."""
        self._changed = 0.0

    @property
    def per_minute(self) -> int | None:
        """Maximum number of emails a minute. None if the relay hasn't complained lately."""
        while self._limit and self._clock() >= self._changed + RECOVERY_SECONDS:
            self._changed += RECOVERY_SECONDS
            self._limit = None if self._limit >= self._refused_at else self._limit * 2
            log.info("the relay is accepting emails faster again", per_minute=self._limit)
        return self._limit

    def sent(self) -> None:
        """Records that an email was sent."""
        self._sent.append(self._clock())
        self._forget()

    def slow_down(self) -> None:
        """Halves the rate, because the relay has received too many emails."""
        self._forget()
        self._refused_at = min(len(self._sent), self._limit or len(self._sent))
        self._limit, self._changed = max(ceil(self._refused_at / 2), 1), self._clock()
        log.warning("the relay is limiting our sending rate", per_minute=self._limit)

    def _forget(self) -> None:
        while self._sent and self._sent[0] <= self._clock() - MINUTE:
            self._sent.popleft()
