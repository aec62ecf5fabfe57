"""Days as players name them: dates, weekdays and `tomorrow`."""

from datetime import date, datetime

from pbm.board.time_control.rest import LONG_WEEKDAYS as WEEKDAYS
from pbm.clock import DAY, YEARS
from pbm.errors import UsageError

MIN_WEEKDAY = 3
"""Minimum letters of a weekday: `fri`."""
TOMORROW = "tomorrow"


def read_day(word: str) -> str | None:
    """Returns a date, a weekday or `tomorrow` in its plain form; None for any other word.

    Raises UsageError for a date in a year that isn't read.
    """
    day = word.lower().rstrip(".,!")
    weekdays = [each for each in WEEKDAYS if len(day) >= MIN_WEEKDAY and each.startswith(day)]
    if weekdays or day == TOMORROW:
        return weekdays[0] if weekdays else day
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    if found.year not in YEARS:
        raise UsageError(f"Expected a year from {YEARS[0]} to {YEARS[-1]}.")
    return found.isoformat()


def date_of(day: str, today: date) -> date:
    """Returns the date of a day in its plain form; a weekday is the first one after today."""
    if day == TOMORROW:
        return today + DAY
    if day not in WEEKDAYS:
        return datetime.fromisoformat(day).date()
    return today + DAY * ((WEEKDAYS.index(day) - today.weekday() - 1) % len(WEEKDAYS) + 1)
