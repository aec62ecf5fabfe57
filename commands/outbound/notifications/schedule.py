"""Delivery schedules of emails about boards: each immediately, once a day, or only urgent ones."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from pbm.board.time_control.rest import DEFAULT_ZONE, Rest
from pbm.clock import DAY
from pbm.errors import UsageError
from pbm.wording import listing

EACH, DAILY, URGENT = MODES = ("each", "daily", "urgent")
DEFAULT_HOUR = 8
MAX_GAP_DAYS = 3
"""Days to search for an hour of the day. A zone may skip a date when it changes its offset."""


@dataclass(frozen=True, slots=True)
class DeliverySchedule:
    """A player's delivery mode, with the hour of the daily email and its time zone."""

    mode: str = EACH
    hour: int = DEFAULT_HOUR
    zone: str = DEFAULT_ZONE

    @classmethod
    def read(cls, stored: str, rest: str = "") -> "DeliverySchedule":
        """Returns the schedule from its stored form.

        `rest`: the stored rest, which has the zone.
        """
        mode, *hour = stored.split() or [EACH]
        return cls(mode, int(hour[0]) if hour else DEFAULT_HOUR, Rest.read(rest).zone)

    def write(self) -> str:
        """Returns the stored form, such as `daily 18`, or "" for the default."""
        if self.mode == DAILY:
            return f"{DAILY} {self.hour}"
        return "" if self.mode == EACH else self.mode

    def due(self, now: datetime) -> datetime | None:
        """Returns the time of the next daily email, or None in other modes.

        If an hour doesn't exist because clocks go forward, the next hour is used. If it occurs
        twice because they go back, the first one is used.
        """
        if self.mode != DAILY:
            return None
        today = now.astimezone(ZoneInfo(self.zone)).date()
        moments = (self._on(today + number * DAY) for number in range(MAX_GAP_DAYS))
        return next(moment for moment in moments if moment > now)

    def _on(self, day: date) -> datetime:
        return datetime.combine(day, time(self.hour), ZoneInfo(self.zone)).astimezone(UTC)


def read_mode(word: str) -> str:
    """Returns one of the delivery modes.

    Raises UsageError for any other word. The error doesn't quote the word, because it may be a
    misplaced password.
    """
    if word.lower() not in MODES:
        raise UsageError(f"Choose {listing(MODES, 'or')}.")
    return word.lower()


def read_hour(word: str) -> int:
    """Returns an hour of the day. Raises UsageError without quoting the word."""
    if not (word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < 24):
        raise UsageError("Give the hour of the daily email as a number from 0 to 23, such as 18.")
    return int(word)
