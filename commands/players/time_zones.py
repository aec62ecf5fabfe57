"""Time zones as players name them, or as the Date of a mail lets one guess."""

from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.resources import files
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo

from pbm.board.time_control.rest import DEFAULT_ZONE
from pbm.clock import YEARS
from pbm.errors import UsageError
from pbm.suggestions import did_you_mean_this, nearest

NO_ZONE = "Factory"
"""The placeholder of machines on which no zone is set."""
CONTINENTS = (
    *("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/"),
    *("Indian/", "Pacific/"),
)
"""The areas of zones that are named by cities."""
LIKELY_ZONES = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Asia/Dubai"),
    *("Asia/Karachi", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Dhaka", "Asia/Bangkok"),
    *(
        "Asia/Shanghai",
        "Asia/Tokyo",
        "Australia/Sydney",
        "Australia/Brisbane",
        "Australia/Adelaide",
    ),
    *("Pacific/Auckland", "Pacific/Honolulu", "America/Anchorage", "America/Los_Angeles"),
    *("America/Denver", "America/Phoenix", "America/Chicago", "America/New_York"),
    *("America/Halifax", "America/Sao_Paulo", "America/St_Johns"),
)
"""Zones in which many people live, of which the first with a mail's offset is proposed."""


def read_zone(word: str) -> str:
    """Returns the name of a time zone, given by its name or only its city, as people write it.

    Raises UsageError, without quoting the word, also for a city in several zones.
    """
    known, name = _zones(), _plain(word)
    if found := known.get(name) or _zone_of_city(name):
        return found
    guess = did_you_mean_this(nearest(word, known.values()))
    raise UsageError(
        f"A time zone is needed in the place of ZONE, such as Europe/Berlin or UTC.{guess}"
    )


def zone_of_date(header: str) -> str:
    """Returns a zone with the offset of a mail's Date; empty for UTC and unknown ones."""
    try:
        date = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return ""
    if date.year not in YEARS:
        return ""
    offset = date.utcoffset()
    fits = (zone for zone in LIKELY_ZONES if date.astimezone(ZoneInfo(zone)).utcoffset() == offset)
    found = next(fits, "") if offset else ""
    return "" if found == DEFAULT_ZONE else found


def _plain(word: str) -> str:
    """Returns the word as zones are named, without accents and in lower case."""
    letters = (letter for letter in normalize("NFKD", word) if not combining(letter))
    return "".join(letters).lower().replace(" ", "_")


def _zone_of_city(city: str) -> str:
    """Returns the zone of a city in lower case; empty if there is none, or several that differ.

    Some zones also have an older, shorter name.
    """
    zones = [zone for zone in _zones().values() if zone.startswith(CONTINENTS)]
    found = [zone for zone in zones if zone.rpartition("/")[2].lower() == city]
    return max(found, key=len) if len({*map(_offsets, found)}) == 1 else ""


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Returns the offsets of a zone in each month of the years that matter."""
    months = ((year, month) for year in range(2000, 2040) for month in range(1, 13))
    return tuple(datetime(*each, 1, tzinfo=ZoneInfo(zone)).utcoffset() for each in months)


@cache
def _zones() -> dict[str, str]:
    """Returns the names of all zones of IANA, by their names in lower case.

    The package tzdata lists them. The machine may have others, such as `localtime`, which another
    machine doesn't know, or which is another zone there.
    """
    zones = (files("tzdata") / "zones").read_text("ascii").split()
    return {zone.lower(): zone for zone in zones if zone != NO_ZONE}
