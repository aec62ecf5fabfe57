"""Time zones as players name them, or as the Date of a mail lets one guess."""

from email.utils import parsedate_to_datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbm.board.rest import DEFAULT_ZONE
from pbm.errors import UsageError
from pbm.suggestions import did_you_mean_this, nearest


def read_zone(word: str) -> str:
    """Returns the name of a time zone, given in any case; raises UsageError without quoting it."""
    known = _zones()
    if word.lower() in known:
        return known[word.lower()]
    guess = did_you_mean_this(_zone_of_city(word) or nearest(word, known.values()))
    raise UsageError(
        f"A time zone is needed in the place of ZONE, such as Europe/Berlin or UTC.{guess}"
    )


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


def zone_of_date(header: str) -> str:
    """Returns a zone with the offset of a mail's Date; empty for UTC and unknown ones."""
    try:
        date = parsedate_to_datetime(header)
    except ValueError:
        return ""
    offset = date.utcoffset()
    fits = (zone for zone in LIKELY_ZONES if date.astimezone(ZoneInfo(zone)).utcoffset() == offset)
    found = next(fits, "") if offset else ""
    return "" if found == DEFAULT_ZONE else found


def _zone_of_city(word: str) -> str:
    return next((zone for zone in sorted(_zones().values()) if _city(zone) == word.lower()), "")


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].lower()


@cache
def _zones() -> dict[str, str]:
    """Returns the names of all known zones, by their names in lower case."""
    return {zone.lower(): zone for zone in available_timezones()}
