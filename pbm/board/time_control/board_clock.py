"""A board's clock: the time used by each seat, and the deadlines of the seat to move.

Time runs for the seat to move. It is paused during that player's vacation, on the agreed days off,
and while the server is down. If pauses overlap, the common time is counted only once.
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
"""Times before and after all stored times."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The times at which the player to move is first reminded, is warned, and forfeits."""

    nag: datetime
    forfeit: datetime
    warning: datetime
    """Time at which one day is left. From then on, emails about the board aren't deferred."""
    round_ends: datetime | None = None
    """End of the tournament's round, at which the game ends for both players."""

    def within(self, round_ends: datetime, began: datetime) -> Self:
        """Returns the deadlines adapted to a round that ends at `round_ends`.

        The first reminder is at least a day before the end of the round, unless the turn began
        during that last day.

        `began`: start of the turn.
        """
        last_day = round_ends - DAY
        nag = min(self.nag, last_day) if began < last_day else self.nag
        return replace(self, nag=nag, warning=min(self.warning, last_day), round_ends=round_ends)

    @property
    def round_ends_first(self) -> bool:
        """Whether the end of the round, rather than the clock, limits the turn."""
        return self.round_ends is not None and self.round_ends <= self.forfeit

    @property
    def move_by(self) -> datetime:
        """The earlier of the forfeit and the end of the round."""
        return min(self.forfeit, self.round_ends or NEVER)

    @property
    def due(self) -> datetime:
        """The earlier of reminder and warning."""
        return min(self.nag, self.warning)


@dataclass(frozen=True, slots=True)
class BoardClock:
    """A clock for each seat. Only the clock of the seat to move runs."""

    began: datetime
    """Start of the turn."""
    used: tuple[timedelta, ...]
    """Time used by each seat before this turn."""
    stops: tuple[tuple[Period, ...], ...]
    """Periods in which each seat's clock is paused. Past periods may be missing."""
    rest: Rest = NO_REST
    """Days off and sleep of the seat to move."""

    @classmethod
    def start(cls, at: datetime, stops: Sequence[tuple[Period, ...]]) -> Self:
        """Returns a clock on which no time has been used."""
        return cls(at, (timedelta(),) * len(stops), tuple(stops))

    def turn(self, seat: int, at: datetime) -> timedelta:
        """Returns the time that this seat has used in the current turn."""
        return elapsed(self.began, at, [*self.stops[seat], *self._days_off(at)])

    def credited(self, seats: Iterable[int | None], time: timedelta) -> "BoardClock":
        """Returns the clock after moves of these seats gave back time.

        No seat gets back more time than it has used.
        """
        used = list(self.used)
        for seat in seats:
            if seat is not None:
                used[seat] = max(used[seat] - time, timedelta())
        return replace(self, used=tuple(used))

    def next_turn(self, seat: int | None, at: datetime) -> "BoardClock":
        """Returns the clock after the end of this seat's turn."""
        used = list(self.used)
        if seat is not None:
            used[seat] += self.turn(seat, at)
        future_stops = tuple(
            tuple(stop for stop in periods if stop.until > at) for periods in self.stops
        )
        return BoardClock(at, tuple(used), future_stops, self.rest)

    def stopped_until(self, seat: int, at: datetime) -> datetime | None:
        """Returns the end of the pause of this seat's clock, or None if the clock runs."""
        stops = merged([*self.stops[seat], *self._days_off(at + DAY)])
        return next((stop.until for stop in stops if stop.since <= at < stop.until), None)

    def nag(self, seat: int, terms: Terms, day: int = 0) -> datetime:
        """Returns the time of this seat's first reminder, or `day` days of its clock later."""
        return self._reached(seat, timedelta(days=terms.nagtime + day))

    def nag_day(self, seat: int, terms: Terms, at: datetime) -> int | None:
        """Returns the days on this seat's clock since its first reminder, or None before it."""
        late = self.turn(seat, at) - timedelta(days=terms.nagtime)
        return None if late < timedelta() else late // DAY

    def deadlines(self, seat: int, terms: Terms) -> Deadlines:
        """Returns the seat's deadlines. A seat also forfeits when its total time is used up.

        Sleep extends only the time for a move. If it extended the total time as well, a player who
        always lets turns end during sleep would have unlimited time.
        """
        time = timedelta(days=terms.forfeittime)
        # Sleep doesn't extend the total time, because turns that end during sleep would be free.
        forfeit = self._awake(seat, self._reached(seat, time))
        if terms.totaltime is not None:
            total_left = max(timedelta(days=terms.totaltime) - self.used[seat], timedelta())
            time, forfeit = min(time, total_left), min(forfeit, self._total_is_up(seat, total_left))
        warning = self._reached(seat, max(time - DAY, timedelta()))
        return Deadlines(self.nag(seat, terms), forfeit, warning)

    def _total_is_up(self, seat: int, total_left: timedelta) -> datetime:
        """Returns the time, outside pauses, at which this seat has used up its total time."""
        at = self._reached(seat, total_left)
        return (
            at if total_left else self.stopped_until(seat, at) or at
        )  # the turn may begin in a pause

    def _awake(self, seat: int, at: datetime) -> datetime:
        """Returns the time itself or, if it falls into sleep, the end of the sleep.

        If that end falls into a pause, returns the end of the pause, unless that is during sleep
        again, and so on.
        """
        awake = self.rest.awake(at)
        while awake != at:
            at = awake
            awake = self.rest.awake(self.stopped_until(seat, at) or at)
        return awake

    def _days_off(self, until: datetime) -> list[Period]:
        return [Period(*days) for days in self.rest.stops(self.began, until)]

    def _reached(self, seat: int, time: timedelta) -> datetime:
        """Returns the time at which this seat has used `time` in this turn.

        Days off are computed up to a limit, so the limit is raised until no day off is missing.
        """
        stops, ahead = self.stops[seat], time
        if not (stops or self.rest.days_off):
            return self.began + time
        while True:
            days_off = self._days_off(self.began + ahead)
            at = reached(self.began, time, [*stops, *days_off])
            if at <= self.began + ahead or not self.rest.days_off:
                return at
            ahead = 2 * (at - self.began)


NO_DEADLINES = Deadlines(NEVER, NEVER, NEVER)
"""The deadlines of a turn without time limit."""
