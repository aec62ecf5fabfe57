"""The source of the current time, which tests can replace."""

from datetime import UTC, datetime, timedelta
from typing import Protocol

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


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
