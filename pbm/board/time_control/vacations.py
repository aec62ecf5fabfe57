"""Count days of vacation, in the player's time zone. For board clocks, vacations are pauses."""

from collections.abc import Sequence
from datetime import date

from pbm.board.time_control.periods import Period
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY

LONGEST_AUTOMATIC = 7
"""Maximum number of days of an automatic vacation. It begins when a player runs out of time."""


def vacation_days(periods: Sequence[Period], rest: Rest) -> list[date]:
    """Returns the days that contain vacation, even for only an hour. Each day occurs once."""
    days: set[date] = set()
    for period in periods:
        day = rest.day(period.since)
        while rest.midnight(day) < period.until:
            days.add(day)
            day += DAY
    return sorted(days)


def days_within(periods: Sequence[Period], rest: Rest, year: int) -> int:
    """Returns the number of days of vacation in a year."""
    return sum(day.year == year for day in vacation_days(periods, rest))


def automatic_vacation(
    flag: Period, taken: Sequence[Period], rest: Rest, allowed: int
) -> Period | None:
    """Returns an automatic vacation of whole days, as many as are left of the year.

    Returns None if no day is left.

    `flag`: the period from running out of time until now.
    `allowed`: maximum number of days in a year.
    """
    today = rest.day(flag.until)
    end = today
    while (end + DAY - today).days <= LONGEST_AUTOMATIC:
        period = Period(flag.since, rest.midnight(end + DAY))
        if days_within([*taken, period], rest, end.year) > allowed:
            break
        end += DAY
    return Period(flag.since, rest.midnight(end)) if end > today else None
