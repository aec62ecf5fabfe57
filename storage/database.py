"""Opening the database, and works on it."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from storage.admin.audit_log import AuditTable
from storage.admin.overview import Overview
from storage.boards.boards import BoardTable
from storage.boards.clocks import ClockTable
from storage.boards.hint_agreements import AgreementTable
from storage.boards.match_cache import Matches
from storage.boards.ratings import RatingTable
from storage.boards.watches import WatchTable
from storage.mail.answer_counts import AnswerTable
from storage.mail.bounces import BounceTable
from storage.mail.held_notices import HeldTable
from storage.mail.outbox import OutboxTable
from storage.mail.outbox_admin import QueueTable
from storage.mail.rate_counters import TallyTable
from storage.mail.retention import PastTable
from storage.mail.seen_mails import LetterTable
from storage.mail.solve_jobs import JobTable
from storage.players.blocks import BlockTable
from storage.players.pending_confirmations import CodeTable
from storage.players.players import PlayerTable
from storage.players.preferences import PreferenceTable
from storage.players.reachability import ReachTable
from storage.players.vacations import VacationTable
from storage.schema import MIGRATIONS, UnknownSchemaError, prepare

BUSY_SECONDS = 30
"""How long a writer waits for another on SQLite, unless the URL says ?timeout=SECONDS."""


class SqlWork:
    """One transaction on the database."""

    def __init__(self, connection: Connection, matches: Matches) -> None:
        self._connection = connection
        self._depth = 0
        self._lost: BaseException | None = None
        self.players = PlayerTable(connection)
        self.clocks = ClockTable(connection)
        self.vacations = VacationTable(connection)
        self.boards = BoardTable(connection, matches)
        self.ratings = RatingTable(connection)
        self.letters = LetterTable(connection)
        self.agreements = AgreementTable(connection)
        self.watches = WatchTable(connection, self.players)
        self.codes = CodeTable(connection)
        self.preferences = PreferenceTable(connection)
        self.blocks = BlockTable(connection)
        self.outbox = OutboxTable(connection)
        self.queued = QueueTable(connection)
        self.past = PastTable(connection)
        self.bounces = BounceTable(connection)
        self.reach = ReachTable(connection, self.players)
        self.answers = AnswerTable(connection)
        self.tallies = TallyTable(connection)
        self.held = HeldTable(connection)
        self.jobs = JobTable(connection)
        self.overview = Overview(connection, self.players)
        self.audit = AuditTable(connection)

    @contextmanager
    def part(self) -> Iterator[None]:
        """A savepoint: what happens in it is undone when it raises."""
        # SQLAlchemy's own would cost as much as two statements more
        self.check()
        name = f"part_{self._depth}"
        self._say(f"SAVEPOINT {name}")
        self._depth += 1
        try:
            yield
        except BaseException as error:
            self._undo(name, error)
            raise
        finally:
            self._depth -= 1
        self._say(f"RELEASE SAVEPOINT {name}")

    def check(self) -> None:
        """Raises the error over which all of the transaction was lost, if there was one."""
        if self._lost:
            raise self._lost

    def _undo(self, name: str, error: BaseException) -> None:
        # On a full disk SQLite may give up the whole transaction, and would take the next
        # savepoint for the beginning of another: what came before must not seem to be kept.
        if _is_over(self._connection):
            self._lost = self._lost or error
            return
        self._say(f"ROLLBACK TO SAVEPOINT {name}")
        self._say(f"RELEASE SAVEPOINT {name}")

    def _say(self, statement: str) -> None:
        """Where savepoints can't be had or undone, the database is lost, and all that was done."""
        try:
            self._connection.exec_driver_sql(statement)
        except DBAPIError as error:
            self._lost = self._lost or error
            raise


class Database:
    """Where works begin; keeps the matches it has replayed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._matches = Matches()

    @contextmanager
    def work(self) -> Iterator[SqlWork]:
        """A transaction, committed at its end, rolled back when it raises."""
        with self._engine.begin() as connection:
            work = SqlWork(connection, self._matches)
            yield work
            work.check()

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def open_database(url: str, migrations: Path = MIGRATIONS) -> Database:
    """The database at this SQLAlchemy URL, its tables made or brought up to date.

    Raises ConnectionError when it can't be reached, or used by this pbm.
    """
    # errors are logged; secrets must not be
    engine = create_engine(url, hide_parameters=True, connect_args=_patience(url))
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_immediate)
    try:
        _prepare(engine, migrations)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine)


def _prepare(engine: Engine, migrations: Path) -> None:
    try:
        with engine.begin() as connection:
            prepare(connection, migrations)
    except (DBAPIError, UnknownSchemaError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def check_url(url: str) -> None:
    """Raises ValueError for what is no database that we can use; doesn't quote the URL."""
    try:
        dialect = make_url(url).get_dialect()
        dialect.import_dbapi()
    except (ArgumentError, ImportError, ValueError):
        dialect = None
    if dialect is None or dialect.name not in ("sqlite", "postgresql"):
        raise ValueError(
            "a database is needed such as sqlite:///PATH or postgresql+psycopg://HOST/NAME, "
            "and for PostgreSQL the extra pbm[postgresql]"
        )


def _patience(url: str) -> dict[str, float]:
    made = make_url(url)
    usual = made.get_backend_name() == "sqlite" and "timeout" not in made.query
    return {"timeout": BUSY_SECONDS} if usual else {}


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    _use_wal(connection)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _use_wal(connection: Any) -> None:
    """Switches to WAL; several first users at once are told "locked", whatever the timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _is_over(connection: Connection) -> bool:
    """Whether a connection has no transaction any more, or is lost."""
    if connection.invalidated:
        return True
    return not getattr(connection.connection.dbapi_connection, "in_transaction", True)


def _begin_immediate(connection: Connection) -> None:
    # A deferred transaction that reads and then writes fails at once, past the busy timeout.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
