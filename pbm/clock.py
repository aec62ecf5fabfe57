"""The current time, from a source that tests can replace, and moments that others write."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
YEARS = range(1900, 3000)
"""The years that are read. Python has years 1 to 9999, and no day before or after them."""


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


def read_moment(text: str) -> datetime:
    """Returns the moment in an ISO text; raises ValueError for other texts and years."""
    moment = datetime.fromisoformat(text)
    if moment.year not in YEARS:
        raise ValueError(f"the year {moment.year} isn't from {YEARS[0]} to {YEARS[-1]}")
    return moment
