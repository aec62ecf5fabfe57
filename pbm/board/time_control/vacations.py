"""The days of vacations, as a player's zone has them. Board clocks know them as their stops."""

from collections.abc import Sequence
from datetime import date

from pbm.board.time_control.periods import Period
from pbm.board.time_control.rest import Rest
from pbm.clock import DAY

LONGEST_AUTOMATIC = 7
"""The most days of a vacation that is taken when a flag would fall."""


def vacation_days(periods: Sequence[Period], rest: Rest) -> list[date]:
    """Returns the days on which there is vacation, even for an hour, each once."""
    found: set[date] = set()
    for period in periods:
        day = rest.day(period.since)
        while rest.midnight(day) < period.until:
            found.add(day)
            day += DAY
    return sorted(found)


def days_within(periods: Sequence[Period], rest: Rest, year: int) -> int:
    """Returns the number of days of vacation in a year."""
    return sum(day.year == year for day in vacation_days(periods, rest))


def automatic_vacation(
    flag: Period, taken: Sequence[Period], rest: Rest, allowed: int
) -> Period | None:
    """Returns whole days of vacation from a flag's fall to the last day that is left of the year.

    `flag`: from the fall to now. None if no day is left.
    """
    today = rest.day(flag.until)
    end = today
    while (end + DAY - today).days <= LONGEST_AUTOMATIC:
        period = Period(flag.since, rest.midnight(end + DAY))
        if days_within([*taken, period], rest, end.year) > allowed:
            break
        end += DAY
    return Period(flag.since, rest.midnight(end)) if end > today else None
