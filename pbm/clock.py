"""Time comes from one object, so that tests can set it."""

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time in UTC."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)
