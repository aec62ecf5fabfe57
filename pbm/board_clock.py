"""What a board's clock says: whose time runs since when, and when it will be up.

Time runs for the seat to move. It stands still while that player is on vacation and while the
server is down; where such periods overlap, they count once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Protocol, Self

DAY = timedelta(days=1)
ALWAYS, NEVER = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""Before all that happens here, and after it."""


class TimeTerms(Protocol):
    """What a board's players have agreed on, in days."""

    @property
    def nagtime(self) -> float:
        """When a player who hasn't moved is reminded."""
        ...

    @property
    def forfeittime(self) -> float:
        """When a player who hasn't moved forfeits."""
        ...

    @property
    def totaltime(self) -> float | None:
        """All the time that each player has."""
        ...


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """From one moment up to another, in which a clock stands still."""

    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Deadlines:
    """When the player to move is first reminded, and when the player forfeits."""

    nag: datetime
    forfeit: datetime
    warning: datetime
    """When the player has one day left: from here on nothing about the board is held back."""

    @property
    def due(self) -> datetime:
        """When the first of them comes."""
        return min(self.nag, self.warning)


@dataclass(frozen=True, slots=True)
class BoardClock:
    """A clock for each seat, of which that of the seat to move runs."""

    began: datetime
    """When the turn began."""
    used: tuple[timedelta, ...]
    """The time that each seat had used by then."""
    stops: tuple[tuple[Period, ...], ...]
    """When each seat's clock stands still, as far as is known; periods over by then may lack."""

    @classmethod
    def start(cls, at: datetime, stops: Sequence[tuple[Period, ...]]) -> Self:
        """A clock on which no time has been used."""
        return cls(at, (timedelta(),) * len(stops), tuple(stops))

    def turn(self, seat: int, at: datetime) -> timedelta:
        """The time that this seat has used of the present turn."""
        return elapsed(self.began, at, self.stops[seat])

    def next_turn(self, seat: int | None, at: datetime) -> "BoardClock":
        """The clock after this seat's turn has ended."""
        used = list(self.used)
        if seat is not None:
            used[seat] += self.turn(seat, at)
        left = tuple(tuple(stop for stop in some if stop.until > at) for some in self.stops)
        return replace(self, began=at, used=tuple(used), stops=left)

    def stands(self, seat: int, at: datetime) -> datetime | None:
        """Until when this seat's clock stands still; None when it could run."""
        return next((stop.until for stop in _merged(self.stops[seat]) if _in(stop, at)), None)

    def nag(self, seat: int, terms: TimeTerms, day: int = 0) -> datetime:
        """When this seat is reminded for the first time, or so many days of its time later."""
        return reached(self.began, timedelta(days=terms.nagtime + day), self.stops[seat])

    def nag_day(self, seat: int, terms: TimeTerms, at: datetime) -> int | None:
        """How many days of its time ago this seat was first to be reminded; None before that."""
        late = self.turn(seat, at) - timedelta(days=terms.nagtime)
        return None if late < timedelta() else late // DAY

    def deadlines(self, seat: int, terms: TimeTerms) -> Deadlines:
        """What comes if this seat doesn't move; it forfeits, too, when its total time is up."""
        time = timedelta(days=terms.forfeittime)
        if terms.totaltime is not None:
            left = timedelta(days=terms.totaltime) - self.used[seat]
            time = max(min(time, left), timedelta())
        stops = self.stops[seat]
        warning = reached(self.began, max(time - DAY, timedelta()), stops)
        return Deadlines(self.nag(seat, terms), reached(self.began, time, stops), warning)


NO_DEADLINES = Deadlines(NEVER, NEVER, NEVER)
"""Of a turn that may take as long as it likes."""


def elapsed(since: datetime, until: datetime, stops: Iterable[Period]) -> timedelta:
    """The time between two moments outside of all stops; none when the clock was set back."""
    kept = (Period(max(stop.since, since), min(stop.until, until)) for stop in _merged(stops))
    stopped = (stop.until - stop.since for stop in kept if stop.since < stop.until)
    return max(until - since - sum(stopped, timedelta()), timedelta())


def reached(since: datetime, time: timedelta, stops: Iterable[Period]) -> datetime:
    """The first moment by which so much time has elapsed; the inverse of `elapsed`."""
    for stop in _merged(stops):
        runs = max(stop.since - since, timedelta())
        if runs >= time:
            break
        if stop.until > since:
            time -= runs
            since = stop.until
    return since + time


def _merged(periods: Iterable[Period]) -> list[Period]:
    """The same in order, none of them overlapping or touching another."""
    merged: list[Period] = []
    for period in sorted(periods):
        if merged and period.since <= merged[-1].until:
            merged[-1] = Period(merged[-1].since, max(merged[-1].until, period.until))
        else:
            merged.append(period)
    return merged


def _in(period: Period, at: datetime) -> bool:
    return period.since <= at < period.until
