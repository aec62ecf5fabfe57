"""Days off, sleep and increments: the clock against one that walks hour by hour."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.board.terms import Terms
from pbm.board.time_control.board_clock import BoardClock
from pbm.board.time_control.periods import Period, elapsed
from pbm.board.time_control.rest import WEEKDAYS, Rest, read_days_off, read_sleep
from pbm.board.time_control.vacations import automatic_vacation, days_within
from pbm.errors import UserError

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
"""DST begins and ends in three of them; in two the hour doesn't begin with that of UTC."""
MINUTES = timedelta(minutes=15)

moments = st.integers(0, 2 * 365 * 96).map(
    lambda quarters: datetime(2026, 1, 1, tzinfo=UTC) + quarters * MINUTES
)
periods = st.builds(
    lambda since, quarters: Period(since, since + quarters * MINUTES), moments, st.integers(0, 4000)
)
rests = st.builds(
    lambda zone, sleep, days: Rest(zone, sleep, read_days_off(",".join(days)) if days else ""),
    st.sampled_from(ZONES),
    st.one_of(
        st.just(""),
        st.tuples(st.integers(0, 23), st.integers(1, 10)).map(
            lambda hours: f"{hours[0]}-{sum(hours) % 24}"
        ),
    ),
    st.sets(st.sampled_from(WEEKDAYS), max_size=6),
)


def runs(moment, stops, rest):
    """Returns True if the clock runs at a moment, by looking at it alone."""
    local = moment.astimezone(ZoneInfo(rest.zone))
    off = WEEKDAYS[local.weekday()] in rest.days_off.split(",")
    return not off and not any(stop.since <= moment < stop.until for stop in stops)


def sleeps(moment, rest):
    if not rest.sleep:
        return False
    first, last = map(int, rest.sleep.split("-"))
    hour = moment.astimezone(ZoneInfo(rest.zone)).hour
    return first <= hour < last if first < last else hour >= first or hour < last


def walk(since, time, stops, rest):
    """Returns the moment at which a clock that is looked at every quarter of an hour falls."""
    moment = since
    while time > timedelta():
        time -= MINUTES if runs(moment, stops, rest) else timedelta()
        moment += MINUTES
    slept = sleeps(moment, rest)
    while sleeps(moment, rest) or (slept and not runs(moment, stops, rest)):
        moment += MINUTES
    return moment


HISTORIES = given(moments, st.integers(1, 14 * 96), st.lists(periods, max_size=3), rests)


@settings(max_examples=50)
@HISTORIES
def test_deadlines_are_those_of_a_clock_that_walks(since, quarters, stops, rest):
    """Whatever days off, sleep, vacations and downtimes there are, and when DST begins or ends."""
    check_deadline(since, quarters, stops, rest)


@pytest.mark.slow
@settings(max_examples=2_000)
@HISTORIES
def test_so_they_are_in_thousands_of_histories(since, quarters, stops, rest):
    """Of two years, in five zones."""
    check_deadline(since, quarters, stops, rest)


def check_deadline(since, quarters, stops, rest):
    time = quarters * MINUTES
    clock = BoardClock(since, (timedelta(),), (tuple(stops),), rest)
    deadlines = clock.deadlines(0, Terms(forfeittime=time / DAY))
    assert deadlines.forfeit == walk(since, time, stops, rest)
    asleep = deadlines.forfeit
    assert clock.turn(0, asleep) >= time
    before = elapsed(since, asleep - MINUTES, stops)
    assert clock.turn(0, asleep - MINUTES) <= before


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), max_size=12), st.integers(1, 5))
def test_increments_give_back_no_more_than_was_used(turns, increment):
    """The time left is never above the total, nor negative, nor refilled by a pause."""
    clock, at, used = BoardClock.start(datetime(2026, 1, 1, tzinfo=UTC), [()]), None, 0
    for days, moved in turns:
        at = (at or clock.began) + days * DAY
        clock = clock.next_turn(0, at)
        clock = clock.credited([0] if moved else [], increment * DAY)
        used = max(used + days - (increment if moved else 0), 0)
        assert clock.used == (used * DAY,)


def test_hours_and_days_that_cannot_be():
    """Each is refused with an example; no day of the week may be all that is left."""
    for read, wrong in (
        (read_sleep, ("22", "22-22", "22-9", "24-6", "x-y", "1-2-3", "²-3", "")),
        (read_days_off, ("sunny,dday", "", ",", "sat;sun", "mon,tue,wed,thu,fri,sat,sun")),
    ):
        for text in wrong:
            with pytest.raises(UserError):
                read(text)
    assert (read_sleep("22-8"), read_days_off("Sunday,sat")) == ("22-8", "sat,sun")


def test_an_automatic_vacation_takes_what_is_left():
    """A week at most, as far as the year has days; then none."""
    fall = datetime(2026, 6, 1, 12, tzinfo=UTC)
    rest, taken, lengths = Rest("Europe/Berlin"), [], []
    while found := automatic_vacation(Period(fall, fall + HOUR), taken, rest, 16):
        taken.append(found)
        lengths.append(days_within([found], rest, 2026))
        fall = found.until + 3 * DAY
    assert lengths == [7, 7, 2]
    assert days_within(taken, rest, 2026) == 16
