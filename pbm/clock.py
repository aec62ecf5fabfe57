"""The current time, from a source that tests can replace, and the reading of ISO times."""

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
YEARS = range(1900, 3000)
"""Years that players may write."""
RECORDED_YEARS = range(1000, 3000)
"""Years of games and other data. Games of masters may be centuries old. Python has only the years 1
to 9999, and calculations need a margin.
"""


def uptime() -> float:
    """Returns the seconds since the machine was booted, including time spent in standby."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Returns the current time in UTC, with its time zone."""
        ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


def read_moment(text: str) -> datetime:
    """Returns the moment in an ISO text.

    Raises ValueError for other texts, and for years not in RECORDED_YEARS.
    """
    moment = datetime.fromisoformat(text)
    if moment.year not in RECORDED_YEARS:
        raise ValueError(
            f"the year {moment.year} is out of range: use a year from {RECORDED_YEARS[0]} to "
            f"{RECORDED_YEARS[-1]}"
        )
    return moment
