"""The orders that a move gives to the database: statements, and orders about savepoints."""

import sqlite3
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from commands.app import open_app
from commands.settings import Settings
from commands.system.logging import configure_logging
from tests.benchmarks.batches import BATCH, handle_together
from tests.benchmarks.moves import prepare
from tests.benchmarks.servers import ADDRESS, DATABASE

LIMITS = dict.fromkeys(
    ("answers_per_hour", "answers_per_day", "notices_per_hour", "notices_per_day"), 10**6
)


def orders_a_move() -> float:
    """Returns the orders a move, in a transaction of ten moves on ten boards."""
    configure_logging(quiet=True)
    with TemporaryDirectory(prefix="pbm-bench-") as folder, counted_orders() as orders:
        url, data = f"sqlite:///{Path(folder) / DATABASE}", Path(folder)
        mails, _ = prepare(url, data, BATCH, 2 * BATCH)
        with open_app(Settings(data=data, address=ADDRESS, **LIMITS)) as app:
            handle_together(app, mails[:BATCH])
            orders.clear()
            handle_together(app, mails[BATCH:])
            return orders.total() / BATCH


@contextmanager
def counted_orders():
    """Counts what connections to SQLite are told that are opened meanwhile, by its first word."""
    orders = Counter()

    class CountingCursor(sqlite3.Cursor):
        def execute(self, statement, *values):
            orders[statement.split(None, 1)[0]] += 1
            return super().execute(statement, *values)

        def executemany(self, statement, *values):
            orders[statement.split(None, 1)[0]] += 1
            return super().executemany(statement, *values)

    class CountingConnection(sqlite3.Connection):
        def cursor(self, factory=CountingCursor):
            return super().cursor(factory)

        def execute(self, statement, *values):
            return self.cursor().execute(statement, *values)

    connect = sqlite3.dbapi2.connect
    counting = lambda *words, **more: connect(*words, factory=CountingConnection, **more)  # noqa: E731 - a factory
    with patch.object(sqlite3.dbapi2, "connect", counting):
        yield orders
