"""The clock that nodes share is that of the database's host, whatever their own say."""

from datetime import UTC, datetime, timedelta

from pbm.clock import SystemClock
from storage import open_database
from storage.database_clock import ASK_AFTER_SECONDS, DatabaseClock

MOMENT = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Answers:
    """A connection to a database whose host has a clock of its own."""

    def __init__(self):
        self.time = MOMENT
        self.asked = 0

    def execute(self, _statement):
        self.asked += 1
        return self

    def scalar_one(self):
        return self.time


def test_seconds_are_counted_on_until_the_database_is_asked_again():
    """The machine's own clock plays no part, and the database is asked in transactions alone."""
    uptime = [100.0]
    database = Answers()
    clock = DatabaseClock(database, lambda: uptime[0])
    assert clock.now() == MOMENT
    uptime[0] += ASK_AFTER_SECONDS - 1
    clock.follow(database)
    assert clock.now() == MOMENT + timedelta(seconds=ASK_AFTER_SECONDS - 1)
    uptime[0] += 1
    database.time = MOMENT + timedelta(seconds=60)
    clock.follow(database)
    assert clock.now() == MOMENT + timedelta(seconds=60)
    assert database.asked == 2


def test_each_kind_of_database_has_a_clock(database_url):
    """PostgreSQL's own, or this machine's."""
    database = open_database(database_url)
    try:
        assert isinstance(database.clock, SystemClock) is database_url.startswith("sqlite")
        assert abs(database.clock.now() - datetime.now(UTC)) < timedelta(minutes=1)
    finally:
        database.close()
