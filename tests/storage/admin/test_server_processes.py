"""Processes of a server that are recorded twice at a time."""

import threading
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine

from storage import open_database
from storage.admin.server_processes import ServerProcess
from tests.support.waiting import wait_for

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_processes_are_recorded_twice_at_a_time(database_url):
    """The second to record them waits for the first, and then puts its own in their place."""
    with closing(open_database(database_url)) as database:

        def record(pid):
            with database.work() as work:
                put(work, pid)

        def put(work, pid):
            process = ServerProcess("host 1", "main", pid, NOON, NOON)
            work.server_processes.put("host 1", [process], NOON)

        second = threading.Thread(target=record, args=[2])
        engine = create_engine(database_url)
        with database.work() as work, engine.connect() as watching:
            put(work, 1)
            second.start()
            wait_for(lambda: watching.exec_driver_sql(WAITING).scalar(), "the second to wait")
        second.join()
        engine.dispose()
        with database.snapshot() as work:
            assert [process.pid for process in work.server_processes.all()] == [2]
