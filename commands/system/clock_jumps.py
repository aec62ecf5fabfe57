"""Detects jumps of the machine's clock, by comparing it with a monotonic clock."""

from collections.abc import Callable
from datetime import datetime, timedelta

from pbm.clock import HOUR
from pbm.wording import counted, local_time

MIN_DOWNTIME = timedelta(hours=2)
"""Minimum time between two ticks that is a downtime. Cron may tick hourly, and may miss a tick."""
MAX_DRIFT = timedelta(minutes=1)
"""Maximum difference that isn't a jump, because clocks are adjusted a little all the time."""
REBASED_AFTER = HOUR
"""Time for which small differences add up. Otherwise, many of them would use up players' time."""


class ClockJumps:
    """Compares the machine's clock with a monotonic one. Without the latter, there are no jumps."""

    def __init__(self, steady: Callable[[], float] | None = None) -> None:
        self._steady = steady or (lambda: 0.0)
        self._compares = steady is not None
        self._last: tuple[datetime, float] | None = None

    def since_last(self, now: datetime) -> timedelta:
        """Returns the jump since `record`. It is negative if the clock was set back."""
        if self._last is None or not self._compares:
            return timedelta()
        at, steady = self._last
        jump = (now - at) - timedelta(seconds=self._steady() - steady)
        return jump if abs(jump) > MAX_DRIFT else timedelta()

    def record(self, now: datetime) -> None:
        """Records both clocks, to compare later times with them.

        Without a jump, it keeps earlier ones for REBASED_AFTER.
        """
        if self.is_far_from_last(now, REBASED_AFTER):
            self._last = now, self._steady()

    def is_far_from_last(self, now: datetime, most: timedelta) -> bool:
        """Whether the clock has jumped, or more than `most` has passed since `record`."""
        if self._last is None:
            return True
        return bool(self.since_last(now)) or now - self._last[0] > most


def set_back(last: datetime, now: datetime) -> timedelta:
    """Returns by how much the clock was set back while no server ran, or zero."""
    return now - last if now < last - MAX_DRIFT else timedelta()


def jump_in_words(jump: timedelta, now: datetime) -> str:
    """Returns a phrase such as `jumped 24 hours ahead, to 2026-03-02 12:00 UTC`."""
    minutes = max(round(abs(jump) / timedelta(minutes=1)), 1)
    hours = round(abs(jump) / HOUR)
    length = counted(minutes, "minute") if minutes < 120 else counted(hours, "hour")
    return f"jumped {length} {'ahead' if jump > timedelta() else 'back'}, to {local_time(now)}"
