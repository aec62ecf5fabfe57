"""A board's clock: the time used by each seat, and the deadlines of the seat to move.

Time runs for the seat to move. It stands still while that player is on vacation, on the days off
that were agreed on, and while the server is down; where such periods overlap, they count once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Self

from pbm.board.terms import Terms
from pbm.board.time_control.periods import Period, elapsed, merged, reached
from pbm.board.time_control.rest import NO_REST, Rest
from pbm.clock import DAY

ALWAYS, NEVER = datetime(1970, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""Times before and after every stored time."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The times at which the player to move is first reminded, and forfeits."""

    nag: datetime
    forfeit: datetime
    warning: datetime
    """The time at which one day is left; from then on no mail about the board is deferred."""
    round_ends: datetime | None = None
    """The end of the tournament's round, which ends the game for both."""

    def within(self, round_ends: datetime, began: datetime) -> Self:
        """Returns the deadlines of a turn that began at `began`, in a round that ends then.

        The reminder comes a day before the end at the latest, unless the turn began later.
        """
        last_day = round_ends - DAY
        nag = min(self.nag, last_day) if began < last_day else self.nag
        return replace(self, nag=nag, warning=min(self.warning, last_day), round_ends=round_ends)

    @property
    def round_ends_first(self) -> bool:
        """Whether the round's end, and not the clock, ends the turn."""
        return self.round_ends is not None and self.round_ends <= self.forfeit

    @property
    def move_by(self) -> datetime:
        """The earlier of the forfeit and the round's end."""
        return min(self.forfeit, self.round_ends or NEVER)

    @property
    def due(self) -> datetime:
        """The earlier of reminder and warning."""
        return min(self.nag, self.warning)


@dataclass(frozen=True, slots=True)
class BoardClock:
    """A clock for each seat; only the clock of the seat to move runs."""

    began: datetime
    """The start of the turn."""
    used: tuple[timedelta, ...]
    """The time used by each seat before this turn."""
    stops: tuple[tuple[Period, ...], ...]
    """The known periods in which each seat's clock stands still; past ones may be missing."""
    rest: Rest = NO_REST
    """The days off and the sleep of the seat to move."""

    @classmethod
    def start(cls, at: datetime, stops: Sequence[tuple[Period, ...]]) -> Self:
        """Returns a clock on which no time has been used."""
        return cls(at, (timedelta(),) * len(stops), tuple(stops))

    def turn(self, seat: int, at: datetime) -> timedelta:
        """Returns the time used by this seat in the current turn."""
        return elapsed(self.began, at, [*self.stops[seat], *self._days_off(at)])

    def credited(self, seats: Iterable[int | None], time: timedelta) -> "BoardClock":
        """Returns the clock after moves of these seats gave back time, as far as it was used."""
        used = list(self.used)
        for seat in seats:
            if seat is not None:
                used[seat] = max(used[seat] - time, timedelta())
        return replace(self, used=tuple(used))

    def next_turn(self, seat: int | None, at: datetime) -> "BoardClock":
        """Returns the clock after this seat's turn has ended."""
        used = list(self.used)
        if seat is not None:
            used[seat] += self.turn(seat, at)
        left = tuple(tuple(stop for stop in periods if stop.until > at) for periods in self.stops)
        return BoardClock(at, tuple(used), left, self.rest)

    def stopped_until(self, seat: int, at: datetime) -> datetime | None:
        """Returns the end of the stop in which this seat's clock stands still; None if it runs."""
        stops = merged([*self.stops[seat], *self._days_off(at + DAY)])
        return next((stop.until for stop in stops if stop.since <= at < stop.until), None)

    def nag(self, seat: int, terms: Terms, day: int = 0) -> datetime:
        """Returns the time of this seat's first reminder, or that many days of its clock later."""
        return self._reached(seat, timedelta(days=terms.nagtime + day))

    def nag_day(self, seat: int, terms: Terms, at: datetime) -> int | None:
        """Returns the days of its clock since this seat's first reminder; None before that."""
        late = self.turn(seat, at) - timedelta(days=terms.nagtime)
        return None if late < timedelta() else late // DAY

    def deadlines(self, seat: int, terms: Terms) -> Deadlines:
        """Returns the seat's deadlines; it also forfeits when its total time is up.

        Only the time for a move is prolonged by sleep. If the total time were, too, hours of sleep
        at the end of every turn would be time without end.
        """
        time = timedelta(days=terms.forfeittime)
        forfeit = self._awake(seat, self._reached(seat, time))
        if terms.totaltime is not None:
            left = max(timedelta(days=terms.totaltime) - self.used[seat], timedelta())
            time, forfeit = min(time, left), min(forfeit, self._total_is_up(seat, left))
        warning = self._reached(seat, max(time - DAY, timedelta()))
        return Deadlines(self.nag(seat, terms), forfeit, warning)

    def _total_is_up(self, seat: int, left: timedelta) -> datetime:
        """Returns the moment at which this seat has no total time left, outside stops."""
        at = self._reached(seat, left)
        return at if left else self.stopped_until(seat, at) or at  # the turn may begin in a stop

    def _awake(self, seat: int, at: datetime) -> datetime:
        """Returns the moment, or the end of the sleep into which it falls.

        The end of a night may lie in a stop, and the end of a stop in a night: then the next one.
        """
        awake = self.rest.awake(at)
        while awake != at:
            at = awake
            awake = self.rest.awake(self.stopped_until(seat, at) or at)
        return awake

    def _days_off(self, until: datetime) -> list[Period]:
        return [Period(*days) for days in self.rest.stops(self.began, until)]

    def _reached(self, seat: int, time: timedelta) -> datetime:
        """Returns the moment at which this seat has used so much time in this turn.

        Each step looks further ahead, until no day off is left out.
        """
        stops, ahead = self.stops[seat], time
        if not (stops or self.rest.off_days):
            return self.began + time
        while True:
            days_off = self._days_off(self.began + ahead)
            at = reached(self.began, time, [*stops, *days_off])
            if at <= self.began + ahead or not self.rest.off_days:
                return at
            ahead = 2 * (at - self.began)


NO_DEADLINES = Deadlines(NEVER, NEVER, NEVER)
"""The deadlines of a turn without time limit."""
