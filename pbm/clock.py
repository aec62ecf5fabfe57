"""The source of the current time, which tests can replace."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def uptime() -> float:
    """Returns the seconds since the machine has booted, including the time in which it slept."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Returns the current time, aware, in UTC."""
        ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        """Returns the current time, aware, in UTC."""
        return datetime.now(UTC)
