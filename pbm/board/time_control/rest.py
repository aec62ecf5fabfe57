"""The rest of a player to move: days off, on which the clock is paused, and hours of sleep.

No deadline falls into the hours of sleep. Days and hours are in the player's time zone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Self
from zoneinfo import ZoneInfo

from pbm.clock import DAY
from pbm.errors import IllegalError, ParseError

LONG_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKDAYS = tuple(day[:3] for day in LONG_WEEKDAYS)
HOURS = re.compile(
    r"(?P<first>[0-9]{1,2})(:00|h)?(?P<half>[ap]m)?[-\N{EN DASH}]"
    r"(?P<last>[0-9]{1,2})(:00|h)?(?P<other_half>[ap]m)?"
)
NOON = 12
MAX_SLEEP_HOURS = 10
"""Maximum number of hours of sleep."""
DEFAULT_ZONE = "UTC"
REST = "zone"
"""Name of the preference that contains a player's time zone and sleep."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Time zone, sleep and days off of the player to move, as they were when the turn began."""

    zone: str = DEFAULT_ZONE
    sleep: str = ""
    """Hours of sleep, such as `22-7`. Empty for none."""
    days_off: str = ""
    """Days off agreed on for the board, such as `sat,sun`. Empty for none."""

    @classmethod
    def read(cls, stored: str, days_off: str = "") -> Self:
        """Returns the rest in a stored text. `write` is the inverse."""
        zone, _, sleep = stored.partition(" ")
        return cls(zone or DEFAULT_ZONE, sleep, days_off)

    def write(self) -> str:
        """Returns time zone and sleep, such as `Europe/Berlin 22-7`. Empty for the defaults."""
        return "" if self == Rest(days_off=self.days_off) else f"{self.zone} {self.sleep}".rstrip()

    def stops(self, since: datetime, until: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yields the start and end of each day off that overlaps the time between two moments."""
        if not self.days_off:
            return
        numbers = {WEEKDAYS.index(day) for day in self.days_off.split(",")}
        day = self.day(since)
        while (start := self.midnight(day)) < until:
            if day.weekday() in numbers:
                yield start, self.midnight(day + DAY)
            day += DAY

    def awake(self, moment: datetime) -> datetime:
        """Returns the moment itself or, if it falls into sleep, the end of the sleep."""
        if not self.sleep:
            return moment
        first, last = map(int, self.sleep.split("-"))
        local = moment.astimezone(ZoneInfo(self.zone))
        hours_in = (local.hour - first) % 24
        if hours_in >= (last - first) % 24:
            return moment
        began = local.date() - (DAY if local.hour < first else timedelta())
        return max(moment, self._at(began + (DAY if last < first else timedelta()), last))

    def day(self, moment: datetime) -> date:
        """Returns the date of a moment in the player's time zone."""
        return moment.astimezone(ZoneInfo(self.zone)).date()

    def midnight(self, day: date) -> datetime:
        """Returns the beginning of a day, in UTC."""
        return self._at(day, 0)

    def _at(self, day: date, hour: int) -> datetime:
        """Returns an hour of a day. Python resolves hours that don't exist, or that occur twice."""
        return datetime.combine(day, time(hour), ZoneInfo(self.zone)).astimezone(UTC)


def read_sleep(text: str) -> str:
    """Returns hours such as `22-7` from text such as `22-7`, `10 pm - 7 am` or `22:00-7:00`.

    Raises UserError for more than MAX_SLEEP_HOURS, or if only one of the hours has am or pm.
    """
    match = HOURS.fullmatch(text.lower().replace(" ", ""))
    if not match or bool(match["half"]) != bool(match["other_half"]):
        raise ParseError("Give your sleeping hours as a range, such as 22-7 or 10pm-7am.")
    first = _hour(match["first"], match["half"])
    last = _hour(match["last"], match["other_half"])
    if not 0 < (last - first) % 24 <= MAX_SLEEP_HOURS:
        raise IllegalError(
            f"Sleeping hours must be 1 to {MAX_SLEEP_HOURS} hours long, such as 22-7."
        )
    return f"{first}-{last}"


def _hour(digits: str, half: str | None) -> int:
    """Returns an hour from 0 to 23. `half`: am or pm."""
    hour = int(digits)
    if half and 1 <= hour <= NOON:
        return hour % NOON + NOON * (half == "pm")
    if half or hour >= 2 * NOON:
        raise ParseError("Give hours from 0 to 23, or from 1 to 12 with am or pm.")
    return hour


def read_days_off(text: str) -> str:
    """Returns days of the week in order, such as `sat,sun`. Raises IllegalError for all seven."""
    words = [word.strip().lower() for word in text.split(",")]
    if not all(word in (*LONG_WEEKDAYS, *WEEKDAYS) for word in words):
        raise ParseError("Give days of the week, such as --daysoff=sat,sun.")
    named = {word[:3] for word in words}
    if len(named) == len(WEEKDAYS):
        raise IllegalError("Leave at least one day of the week out of --daysoff.")
    return ",".join(day for day in WEEKDAYS if day in named)


NO_REST = Rest()
"""The rest of players who have chosen none."""
