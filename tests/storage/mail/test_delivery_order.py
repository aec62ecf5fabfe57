"""The state of the queue: how many emails wait, how many are due, and since when."""

from dataclasses import replace
from datetime import timedelta

from pbm.stored_values import OutboxMail
from storage import open_database
from storage.mail.delivery_order import QueueState
from tests.support.site import NOON

HOUR = timedelta(hours=1)
MAIL = OutboxMail("a@b.c", "", NOON, "{}", "auto-generated")


def state(database, at):
    with database.snapshot() as work:
        return work.outbox_admin.state(at)


def test_mails_that_wait(database):
    """Deferred ones wait without being due; sent ones don't wait. The age is since the queuing."""
    assert state(database, NOON) == QueueState(0, 0, None)
    with database.work() as work:
        dates = [NOON - 2 * HOUR, NOON - HOUR, NOON, NOON + HOUR]
        mails = [replace(MAIL, message_id=str(date), date=date) for date in dates]
        work.outbox.put(mails)
        first, second, *_ = (leased.id for leased in work.outbox.lease(2, NOON, NOON, "worker"))
        work.outbox.sent(first, holder="worker", at=NOON)
        work.outbox.put_back([second], "worker", NOON, "relay unavailable")
    assert state(database, NOON) == QueueState(3, 2, NOON - HOUR)


def test_it_is_read_by_index(tmp_path):
    """A million sent mails don't matter, as only those that wait are looked at."""
    database = open_database(f"sqlite:///{tmp_path / 'pbm.db'}")
    statements = []
    with database.engine.connect() as connection:
        connection.connection.set_trace_callback(statements.append)
        from storage.mail.delivery_order import read_queue_state  # noqa: PLC0415 - for this alone

        read_queue_state(connection, NOON)
        connection.connection.set_trace_callback(None)
        for statement in [each for each in statements if each.startswith("SELECT")]:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}").all()
            assert "USING" in str(plan)
            assert "INDEX outbox_due" in str(plan)
    database.close()
