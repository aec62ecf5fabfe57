"""Times that were stored while the machine's clock was ahead, once it is set back.

Nothing can have happened later than now. Otherwise turns would begin in the future, and mails,
digests and jobs wait for as long as the clock was wrong.
"""

from datetime import datetime, timedelta

from sqlalchemy import Connection, case, delete, literal_column, select, update

from storage.tables import (
    answers,
    boards,
    downtimes,
    held,
    incidents,
    jobs,
    outbox,
    overflow,
    problems,
    tallies,
    unreachable,
)

MIN_STEP = timedelta(minutes=10)
"""Clocks are adjusted a little, and those of several servers differ a little: that harms nothing
but the times of turns.
"""
LONGEST_RETRY = timedelta(hours=8)
"""A mail that waits longer for its next try was tried while the clock was ahead. Others keep their
time: servers whose clocks differ must not use up the tries of each other's mails.
"""
WAITING = outbox.c.state == literal_column("'waiting'")
"""With a literal, as the index of waiting mails serves no parameter."""
LEASE = timedelta(minutes=10)
"""The time after which another worker may send a mail that is being sent."""


def handle_clock_set_back(connection: Connection, last: datetime, at: datetime) -> None:
    """Corrects the times that are later than `at`, as the clock was set back from `last`."""
    past = downtimes.c.number != 0
    connection.execute(delete(downtimes).where(past, downtimes.c.since >= at))
    connection.execute(update(downtimes).where(past, downtimes.c.until > at).values(until=at))
    begun = boards.c.turn > at, boards.c.due.is_not(None)
    connection.execute(update(boards).where(*begun).values(turn=at, due=at))
    late = update(outbox).where(WAITING, outbox.c.date > at, outbox.c.holder == "")
    connection.execute(late.values(due=at))
    if last - at > MIN_STEP:
        _bring_forward(connection, at)
        _correct_counts(connection, at)


def _bring_forward(connection: Connection, at: datetime) -> None:
    """Lets be done soon what waits for a later time: being done early does no harm."""
    due = case((outbox.c.holder == "", at), else_=at + LEASE)
    late = update(outbox).where(WAITING, outbox.c.due > at + LONGEST_RETRY)
    connection.execute(late.values(due=due))
    for table in (boards, jobs, overflow):
        connection.execute(update(table).where(table.c.due > at).values(due=at))
    connection.execute(update(held).where(held.c.at > at, held.c.due > at).values(due=at))
    connection.execute(update(unreachable).where(unreachable.c.since > at).values(since=at))


def _correct_counts(connection: Connection, at: datetime) -> None:
    """Lets limits, lockouts and problems last as long as they would have under a right clock."""
    connection.execute(delete(answers).where(answers.c.minute > at))
    connection.execute(delete(incidents).where(incidents.c.at > at))
    for time in (problems.c.since, problems.c.told, problems.c.ended):
        connection.execute(update(problems).where(time > at).values({time: at}))
    later = connection.execute(select(tallies).where(tallies.c.at > at)).all()
    for row in later:
        values = {"at": at, "until": at + (row.until - row.at)}
        connection.execute(update(tallies).where(tallies.c.id == row.id).values(values))
