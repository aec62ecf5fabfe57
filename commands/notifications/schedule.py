"""When a player's mails about boards come: each at once, once a day, or only when it is urgent."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbm.errors import UsageError
from pbm.wording import did_you_mean

EACH, DAILY, URGENT = MODES = ("each", "daily", "urgent")
DEFAULT_HOUR = 8
DEFAULT_ZONE = "UTC"
DAY = timedelta(days=1)
MAX_GAP_DAYS = 3
"""In so many days there is an hour of the day to come, even where a zone leaves out a date."""


@dataclass(frozen=True, slots=True)
class DeliverySchedule:
    """What a player has chosen; the hour and the zone say when the daily mail comes."""

    mode: str = EACH
    hour: int = DEFAULT_HOUR
    zone: str = DEFAULT_ZONE

    @classmethod
    def read(cls, kept: str) -> "DeliverySchedule":
        """From how it is kept; the inverse of `write`."""
        mode, *rest = kept.split() or [EACH]
        return cls(mode, int(rest[0]), rest[1]) if rest else cls(mode)

    def write(self) -> str:
        """As it is kept: `daily 18 Europe/Berlin`; nothing for what everybody has."""
        if self.mode == DAILY:
            return f"{DAILY} {self.hour} {self.zone}"
        return "" if self.mode == EACH else self.mode

    def due(self, now: datetime) -> datetime | None:
        """When the next daily mail comes; None where none does.

        An hour that the clocks leave out is the one after it; one that comes twice is the first.
        """
        if self.mode != DAILY:
            return None
        today = now.astimezone(ZoneInfo(self.zone)).date()
        coming = (self._on(today + number * DAY) for number in range(MAX_GAP_DAYS))
        return next(moment for moment in coming if moment > now)

    def told(self, moment: datetime) -> str:
        """A moment in the player's zone: `2026-03-01 18:00`."""
        return f"{moment.astimezone(ZoneInfo(self.zone)):%Y-%m-%d %H:%M}"

    def _on(self, day: date) -> datetime:
        return datetime.combine(day, time(self.hour), ZoneInfo(self.zone)).astimezone(UTC)


def read_mode(word: str) -> str:
    """One of the three; quotes no word: a password may have slipped here."""
    if word.lower() not in MODES:
        raise UsageError(f"After the password stands one of {', '.join(MODES)}.")
    return word.lower()


def read_hour(word: str) -> int:
    """An hour of the day; quotes no word."""
    if not (word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < 24):
        raise UsageError("The hour of the daily mail is a number from 0 to 23, such as 18.")
    return int(word)


def read_zone(word: str) -> str:
    """The name of a time zone, in any case; quotes no word."""
    known = _zones()
    if word.lower() in known:
        return known[word.lower()]
    guess = _zone_of_city(word) or did_you_mean(word, known.values())
    raise UsageError(
        f"A time zone is needed in the place of ZONE, such as Europe/Berlin or UTC.{guess}"
    )


def _zone_of_city(word: str) -> str:
    found = next((zone for zone in sorted(_zones().values()) if _city(zone) == word.lower()), "")
    return f' Did you mean "{found}"?' if found else ""


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].lower()


@cache
def _zones() -> dict[str, str]:
    """All that are known, by their names in small letters."""
    return {zone.lower(): zone for zone in available_timezones()}
