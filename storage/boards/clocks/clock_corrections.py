"""Correct times that were stored while the machine's clock was ahead, once it is set back.

Nothing can have happened later than now. Without corrections, turns would begin in the future, and
emails, digests and jobs would wait for as long as the clock was ahead.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    and_,
    delete,
    literal_column,
    select,
    true,
    update,
)

from pbm.process.leases import LEASE
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import rows_in_order
from storage.tables.boards import boards, downtimes
from storage.tables.competitions import ladders, tournaments
from storage.tables.mail import deferred, jobs, limit_counts, outbox, overflow
from storage.tables.nodes import leases, nodes, turn_leases
from storage.tables.players import deputies, seeks, unreachable
from storage.tables.server import incidents, problems

TOLERANCE = timedelta(seconds=1)
"""Smaller steps are ignored, because servers on one database know its time only this precisely."""
MIN_STEP = timedelta(minutes=10)
"""After smaller steps, only the times of turns are corrected. Small adjustments of a clock, and
small differences between several servers' clocks, don't harm anything else.
"""
LONGEST_RETRY = timedelta(hours=8)
"""An email whose next attempt is later than this was tried while the clock was ahead. The times of
other emails aren't changed. Otherwise, servers with different clocks would use up the attempts of
each other's emails.
"""
WAITING = outbox.c.state == literal_column("'waiting'")
"""The condition that an email waits. It has a literal, because the partial index of waiting emails
isn't used for parameters.
"""
DONE = (
    boards.c.begun,
    boards.c.changed,
    ladders.c.played,
    ladders.c.demoted,
    seeks.c.since,
    deputies.c.asked,
    deputies.c.since,
)
"""The times at which players did something that has effects for some time."""


def correct_times(connection: Connection, last: datetime, at: datetime) -> None:
    """Corrects the times that are later than `at`, if the clock was set back from `last`."""
    if at < last - TOLERANCE:
        _correct(connection, last, at)


def _correct(connection: Connection, last: datetime, at: datetime) -> None:
    # Workers change several rows at a time, too. Locking them in the same order prevents deadlocks.
    connection.execute(rows_in_order(outbox.c.id, WAITING))
    past = downtimes.c.number != 0
    connection.execute(delete(downtimes).where(past, downtimes.c.since >= at))
    connection.execute(update(downtimes).where(past, downtimes.c.until > at).values(until=at))
    begun = boards.c.turn > at, boards.c.due.is_not(None)
    connection.execute(update(boards).where(*begun).values(turn=at, due=at))
    late = update(outbox).where(WAITING, outbox.c.date > at, outbox.c.holder == "")
    connection.execute(late.values(due=at))
    _shorten_leases(connection, at)
    if last - at > MIN_STEP:
        _bring_forward(connection, at)
        _date_back(connection, at)
        _correct_counts(connection, at)


def _shorten_leases(connection: Connection, at: datetime) -> None:
    """Shortens leases to the length that they would have with a correct clock.

    Their holders keep them and renew them.
    """
    leased: Sequence[tuple[Column[datetime], ColumnElement[bool]]] = (
        (outbox.c.due, and_(WAITING, outbox.c.holder != "")),
        (jobs.c.due, jobs.c.holder != ""),
        (turn_leases.c.until, true()),
        (leases.c.until, true()),
    )
    for until, which in leased:
        late = update(until.table).where(which, until > at + LEASE)
        connection.execute(late.values({until: at + LEASE}))
    connection.execute(update(nodes).where(nodes.c.seen > at).values(seen=at))


def _bring_forward(connection: Connection, at: datetime) -> None:
    """Makes all scheduled work due now. Running it early is harmless."""
    late = update(outbox).where(WAITING, outbox.c.holder == "", outbox.c.due > at + LONGEST_RETRY)
    connection.execute(late.values(due=at))
    free = jobs.c.holder == "", jobs.c.due > at
    connection.execute(update(jobs).where(*free).values(due=at))
    for table in (boards, overflow, tournaments):
        connection.execute(update(table).where(table.c.due > at).values(due=at))
    connection.execute(
        update(deferred).where(deferred.c.at > at, deferred.c.due > at).values(due=at)
    )
    connection.execute(update(unreachable).where(unreachable.c.since > at).values(since=at))


def _date_back(connection: Connection, at: datetime) -> None:
    """Dates what players did while the clock was ahead to now.

    Otherwise, a ladder game would defend its players' places for as long as the clock was ahead,
    and open challenges and deputies would last longer by this time.
    """
    for since, until in ((seeks.c.since, seeks.c.until), (deputies.c.asked, deputies.c.until)):
        table = since.table
        later = select(*table.primary_key, since, until).where(since > at)
        for *key, begin, end in connection.execute(later).all():
            this = (column == value for column, value in zip(table.primary_key, key, strict=True))
            connection.execute(update(table).where(*this).values({until: end - (begin - at)}))
    for time in DONE:
        connection.execute(update(time.table).where(time > at).values({time: at}))


def _correct_counts(connection: Connection, at: datetime) -> None:
    """Keeps the duration of limits, lockouts and problems that began in the future."""
    connection.execute(delete(incidents).where(incidents.c.at > at))
    for time in (problems.c.since, problems.c.told, problems.c.ended):
        connection.execute(update(problems).where(time > at).values({time: at}))
    later = connection.execute(
        delete(limit_counts).where(limit_counts.c.at > at).returning(*limit_counts.c)
    ).all()
    new = insert_into(connection, limit_counts)
    more = {"times": limit_counts.c.times + new.excluded.times, "until": new.excluded.until}
    counted = new.on_conflict_do_update(index_elements=["key", "at"], set_=more)
    for row in sorted(later, key=lambda each: each.at):
        values = {"at": at, "until": at + (row.until - row.at)}
        connection.execute(counted, row._asdict() | values)
