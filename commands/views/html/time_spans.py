"""Describes lengths of time."""

from datetime import timedelta

from pbm.clock import DAY, HOUR, MINUTE
from pbm.wording import counted

DETAILED = 3
"""Below this number of days or hours, the next smaller unit is added."""


def span(time: timedelta) -> str:
    """Returns a length of time, such as `2 days and 5 hours` or `40 minutes`, rounded down."""
    if time < MINUTE:
        return "less than a minute"
    for unit, smaller, name, smaller_name in (
        (DAY, HOUR, "day", "hour"),
        (HOUR, MINUTE, "hour", "minute"),
    ):
        count, rest = divmod(time, unit)
        if count:
            more = rest // smaller if count < DETAILED else 0
            return counted(count, name) + (f" and {counted(more, smaller_name)}" if more else "")
    return counted(time // MINUTE, "minute")
