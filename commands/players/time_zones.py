"""Read time zones that players name, and guess them from the Date of an email."""

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
"""Name of the placeholder zone that means "not set"."""
CONTINENTS = (
    *("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/"),
    *("Indian/", "Pacific/"),
)
"""First parts of the names of zones that are named after cities."""
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
"""Populous zones. pbm proposes the first one that has the offset of an email's Date."""


def read_zone(word: str) -> str:
    """Returns the name of a time zone. The word is that name, or the zone's city.

    Raises UsageError if no zone or several match, without quoting the word.
    """
    zones, name = _zones(), _plain(word)
    if zone := zones.get(name) or _zone_of_city(name):
        return zone
    guess = did_you_mean_this(nearest(word, zones.values()))
    raise UsageError(f"Replace ZONE with a time zone, such as Europe/Berlin or UTC.{guess}")


def zone_of_date(header: str) -> str:
    """Returns a zone with the offset of a Date header.

    Returns an empty string for UTC and for unknown offsets.
    """
    try:
        date = parsedate_to_datetime(header)
    # A Date with a year or an offset of many digits raises OverflowError.
    except (ValueError, OverflowError):
        return ""
    if date.year not in YEARS:
        return ""
    offset = date.utcoffset()
    fits = (zone for zone in LIKELY_ZONES if date.astimezone(ZoneInfo(zone)).utcoffset() == offset)
    zone_name = next(fits, "") if offset else ""
    return "" if zone_name == DEFAULT_ZONE else zone_name


def _plain(word: str) -> str:
    """Returns the word as in zone names, but in lower case and without accents."""
    letters = (letter for letter in normalize("NFKD", word) if not combining(letter))
    return "".join(letters).lower().replace(" ", "_")


def _zone_of_city(city: str) -> str:
    """Returns the zone of a city. The city must be in lower case.

    Returns an empty string if no zone matches, or several zones with different offsets do. Some
    zones also have an older, shorter name, so the longest name is chosen.
    """
    zones = [zone for zone in _zones().values() if zone.startswith(CONTINENTS)]
    matching = [zone for zone in zones if zone.rpartition("/")[2].lower() == city]
    return max(matching, key=len) if len({*map(_offsets, matching)}) == 1 else ""


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Returns the offsets of a zone in each month from 2000 to 2039."""
    months = ((year, month) for year in range(2000, 2040) for month in range(1, 13))
    return tuple(datetime(*each, 1, tzinfo=ZoneInfo(zone)).utcoffset() for each in months)


@cache
def _zones() -> dict[str, str]:
    """Returns the names of all IANA zones, by their names in lower case.

    They come from the package tzdata. The machine's list may have names such as `localtime`, and
    other machines don't know these names or give them another meaning.
    """
    zones = (files("tzdata") / "zones").read_text("ascii").split()
    return {zone.lower(): zone for zone in zones if zone != NO_ZONE}
