"""Counts of a unit of work count once it is committed; errors of the database count."""

import errno
import sqlite3
from contextlib import closing, suppress

import pytest
from sqlalchemy import create_engine
from sqlalchemy.event import listen
from sqlalchemy.exc import DataError, OperationalError

from pbm.process.counters import Counter
from storage import TransientError, UnknownCommitError, open_database
from storage.error_kinds import LastError, error_kind, is_temporary
from tests.support.cases import cases
from tests.support.site import NOON

EVENTS = Counter("events_total", "Events.", ("kind",))


@pytest.fixture
def database(tmp_path):
    made = open_database(f"sqlite:///{tmp_path / 'pbm.db'}?timeout=0")
    yield made
    made.close()


def test_events_count_at_the_commit(database, counts):
    """Not before, and not those of a savepoint that was undone."""
    with database.work() as work:
        work.count(EVENTS, "first")
        with suppress(ValueError), work.savepoint():
            work.count(EVENTS, "undone")
            raise ValueError
        with work.savepoint():
            work.count(EVENTS, "second", amount=2)
        assert counts.totals() == {}
    assert counts.totals() == {("events_total", ("first",)): 1, ("events_total", ("second",)): 2}


def test_a_failed_transaction_counts_nothing(database, counts):
    """It is done again, or never."""
    with suppress(ValueError), database.work() as work:
        work.count(EVENTS, "first")
        raise ValueError
    assert counts.totals() == {}


def test_a_problem_lasts_until_something_is_stored(database, tmp_path, counts):
    """A database that another program locks is busy, until the next commit; errors count."""
    with closing(sqlite3.connect(tmp_path / "pbm.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TransientError), database.work():
            pass
    assert database.problem == "the database is busy"
    with database.snapshot():
        pass
    assert database.problem == "the database is busy"
    with database.work() as work:
        work.clocks.heartbeat(NOON, NOON - NOON)
    assert database.problem == ""
    assert counts.totals() == {("pbm_database_errors_total", ("busy",)): 1}


@cases(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_FULL, "full"),
        (sqlite3.SQLITE_READONLY, "read_only"),
        (sqlite3.SQLITE_IOERR_WRITE, "unreachable"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "busy"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_CONSTRAINT, "other"),
    ],
)
def test_kinds_of_errors_on_sqlite(code, kind):
    """By SQLite's error codes, extended ones as well."""
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    assert error_kind(error) == kind


@cases(
    ("state", "kind"),
    [
        ("53100", "full"),
        ("53300", "unreachable"),
        ("25006", "read_only"),
        ("40P01", "busy"),
        ("57P01", "unreachable"),
        ("XX001", "damaged"),
        ("23505", "other"),
    ],
)
def test_kinds_of_errors_on_postgresql(state, kind):
    """By SQLSTATE; a lost connection without one makes the database unreachable."""
    error = Exception()
    error.sqlstate = state
    assert error_kind(error) == kind
    assert error_kind(Exception(), lost=True) == "unreachable"


def test_a_postgresql_that_refuses_connections_is_out_of_reach():
    """Its errors have no code, and no connection that was lost."""
    engine, last = create_engine("postgresql+psycopg://pbm@127.0.0.1:1/pbm"), LastError()
    listen(engine, "handle_error", last.note)
    with pytest.raises(TransientError):
        engine.connect()
    assert last.problem == "the database is unreachable"


@cases(
    ("code", "state", "lost", "expected"),
    [
        (sqlite3.SQLITE_BUSY, "", False, True),
        (sqlite3.SQLITE_FULL, "", False, True),
        (sqlite3.SQLITE_CORRUPT, "", False, True),
        (sqlite3.SQLITE_ERROR, "", False, False),
        (0, "08006", False, True),
        (0, "40001", False, True),
        (0, "57P01", False, True),
        (0, "57014", False, False),
        (0, "42601", False, False),
        (0, "", True, True),
    ],
)
def test_errors_that_pass_by_themselves(code, state, lost, expected):
    """A statement that is wrong, or always takes too long, fails again."""
    origin = sqlite3.OperationalError()
    origin.sqlite_errorcode, origin.sqlstate = code, state
    error = OperationalError("select", {}, origin, connection_invalidated=lost)
    assert is_temporary(error) is expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (OSError("the keys"), True),
        (OSError(errno.ENOSPC, "full"), True),
        (MemoryError(), True),
        (UnknownCommitError(), True),
        (FileNotFoundError(errno.ENOENT, "no such file"), False),
        (DataError("select", {}, ValueError()), False),
        (RecursionError(), False),
    ],
)
def test_errors_of_the_machine_pass_by_themselves(error, expected):
    """All others are faults of ours."""
    assert is_temporary(error) is expected
