"""Periods in which a clock is paused, and the time that passes between them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A half-open interval in which a clock is paused."""

    since: datetime
    until: datetime

    @property
    def length(self) -> timedelta:
        return self.until - self.since


def elapsed(since: datetime, until: datetime, stops: Iterable[Period]) -> timedelta:
    """Returns the time between two moments without pauses, or zero if the clock was set back."""
    clipped = (Period(max(stop.since, since), min(stop.until, until)) for stop in merged(stops))
    stopped = (stop.until - stop.since for stop in clipped if stop.since < stop.until)
    return max(until - since - sum(stopped, timedelta()), timedelta())


def reached(since: datetime, time: timedelta, stops: Iterable[Period]) -> datetime:
    """Returns the first moment at which this much time has elapsed.

    It is the inverse of `elapsed`.
    """
    for stop in merged(stops):
        runs = max(stop.since - since, timedelta())
        if runs >= time:
            break
        if stop.until > since:
            time -= runs
            since = stop.until
    return since + time


def merged(periods: Iterable[Period]) -> list[Period]:
    """Returns the periods in order, joined where they overlap or touch."""
    merged: list[Period] = []
    for period in sorted(periods):
        if merged and period.since <= merged[-1].until:
            merged[-1] = Period(merged[-1].since, max(merged[-1].until, period.until))
        else:
            merged.append(period)
    return merged
