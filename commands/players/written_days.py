"""Read days as players write them: dates, weekdays and `tomorrow`."""

from datetime import date, datetime

from pbm.board.time_control.rest import LONG_WEEKDAYS as WEEKDAYS
from pbm.clock import DAY, YEARS
from pbm.errors import UsageError
from pbm.wording import long_date

MIN_WEEKDAY = 3
"""Minimum number of letters of an abbreviated weekday, such as `fri`."""
TOMORROW = "tomorrow"


def read_day(word: str) -> str | None:
    """Returns a date, a weekday or `tomorrow` in canonical form, or None for any other word.

    Raises UsageError for a date outside of the supported years.
    """
    day = word.lower().rstrip(".,!")
    weekdays = [each for each in WEEKDAYS if len(day) >= MIN_WEEKDAY and each.startswith(day)]
    if weekdays or day == TOMORROW:
        return weekdays[0] if weekdays else day
    try:
        day_date = date.fromisoformat(day)
    except ValueError:
        return None
    # Computing with days at the ends of the calendar would overflow.
    if day_date.year not in YEARS:
        raise UsageError(f"Give a year from {YEARS[0]} to {YEARS[-1]}.")
    return day_date.isoformat()


def date_of(day: str, today: date) -> date:
    """Returns the date of a day in canonical form. A weekday is the first one after today."""
    if day == TOMORROW:
        return today + DAY
    if day not in WEEKDAYS:
        return datetime.fromisoformat(day).date()
    return today + DAY * ((WEEKDAYS.index(day) - today.weekday() - 1) % len(WEEKDAYS) + 1)


def day_in_words(word: str) -> str:
    """Returns a date with its weekday, and its hour if it has one."""
    try:
        moment = datetime.fromisoformat(word)
    except ValueError:  # a weekday or `tomorrow`
        return word
    return f"{long_date(moment)}{f', {moment:%H:%M}' if 'T' in word else ''}"
