"""Clocks: laws of elapsed time, and the deadlines of a board's clock."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pbm.board.terms import Terms
from pbm.board.time_control.board_clock import BoardClock
from pbm.board.time_control.periods import Period, elapsed, reached
from tests.support.cases import cases

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
DAY, HOUR, NOTHING = timedelta(days=1), timedelta(hours=1), timedelta()


def day(number):
    return NOON + timedelta(days=number)


def away(first, last):
    return Period(day(first), day(last))


moments = st.integers(-500, 500).map(lambda hours: NOON + timedelta(hours=hours))
times = st.integers(0, 500).map(lambda hours: timedelta(hours=hours))
periods = st.tuples(moments, times).map(lambda given: Period(given[0], given[0] + given[1]))
stops = st.lists(periods, max_size=5)


@given(moments, times, stops)
def test_reached_is_the_inverse_of_elapsed(since, time, stopped):
    """At the moment reached exactly so much time has elapsed, and less a moment before."""
    at = reached(since, time, stopped)
    assert elapsed(since, at, stopped) == time
    if time:
        assert elapsed(since, at - timedelta(microseconds=1), stopped) < time


@given(moments, times, times, stops)
def test_time_adds_up(since, first, then, stopped):
    """Time elapsed up to a moment and from there on adds up to all of it."""
    middle = since + first
    end = middle + then
    whole = elapsed(since, end, stopped)
    assert whole == elapsed(since, middle, stopped) + elapsed(middle, end, stopped)
    assert NOTHING <= whole <= first + then


@given(moments, times, stops, periods)
def test_a_stop_never_shortens_a_deadline(since, time, stopped, another):
    """The order and repetition of stops don't matter either."""
    at = reached(since, time, stopped)
    assert reached(since, time, [another, *stopped]) >= at
    assert reached(since, time, [*stopped[::-1], *stopped]) == at


def test_overlapping_stops_count_once():
    """A downtime in a vacation gives nothing back that the vacation hasn't."""
    stopped = [away(1, 4), away(2, 3), away(3, 5)]
    assert elapsed(NOON, day(10), stopped) == 6 * DAY
    assert reached(NOON, 6 * DAY, stopped) == day(10)


def test_a_clock_set_back_uses_no_time():
    """Negative time is no time; nobody is credited with it."""
    assert elapsed(NOON, day(-5), []) == NOTHING
    clock = BoardClock.start(NOON, [(), ()]).next_turn(0, day(-5))
    assert (clock.began, clock.used) == (day(-5), (NOTHING, NOTHING))


def test_only_the_seat_to_move_uses_time():
    """Each turn is added to the time of its own seat, without its own stops."""
    clock = BoardClock.start(NOON, [(), (away(2, 3),)])
    clock = clock.next_turn(0, day(1)).next_turn(1, day(5)).next_turn(0, day(5) + HOUR)
    assert clock.used == (DAY + HOUR, 3 * DAY)
    assert clock.began == day(5) + HOUR
    assert clock.stops == ((), ())


@cases(
    ("terms", "used", "nag", "forfeit", "warning"),
    [
        (Terms(), 0, 7, 21, 20),
        (Terms(nagtime=0.5, forfeittime=1.5), 0, 0.5, 1.5, 0.5),
        (Terms(nagtime=9, forfeittime=0.5), 0, 9, 0.5, 0),
        (Terms(totaltime=30), 5, 7, 21, 20),
        (Terms(totaltime=30), 20, 7, 10, 9),
        (Terms(totaltime=30), 30, 7, 0, 0),
        (Terms(totaltime=30), 40, 7, 0, 0),
    ],
)
def test_deadlines(terms, used, nag, forfeit, warning):
    """The reminder, the forfeit by turn or by total time, and the warning a day before are due."""
    clock = BoardClock(NOON, (NOTHING, used * DAY), ((), ()))
    deadlines = clock.deadlines(1, terms)
    assert (deadlines.nag, deadlines.forfeit) == (day(nag), day(forfeit))
    assert deadlines.due == day(min(nag, warning))
    assert deadlines.warning == day(warning)


def test_vacations_put_off_both_deadlines():
    """Deadlines move by the vacation's length, for the player on vacation alone."""
    clock = BoardClock.start(NOON, [(), (away(3, 13),)])
    mine, theirs = (clock.deadlines(seat, Terms()) for seat in (1, 0))
    assert (mine.nag, mine.forfeit) == (day(17), day(31))
    assert (theirs.nag, theirs.forfeit) == (day(7), day(21))


def test_a_clock_stands_still_until_the_last_of_touching_stops():
    """The clock is stopped from the first start of adjoining stops to the last end, exclusive."""
    clock = BoardClock.start(NOON, [(away(1, 2), away(2, 4))])
    assert clock.stopped_until(0, day(1)) == clock.stopped_until(0, day(3)) == day(4)
    assert clock.stopped_until(0, day(0.9)) is clock.stopped_until(0, day(4)) is None


def test_nag_days_count_the_players_own_time():
    """Reminders are due daily from the nag time on, and not in a vacation."""
    clock = BoardClock.start(NOON, [(away(8, 18),)])
    days = [clock.nag_day(0, Terms(), day(at)) for at in (6.9, 7, 7.9, 8, 12, 18.9, 19)]
    assert days == [None, 0, 0, 1, 1, 1, 2]
    assert [clock.nag(0, Terms(), number) for number in range(3)] == [day(7), day(8), day(19)]
