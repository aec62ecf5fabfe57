"""An open database. It starts transactions and keeps the values that they share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine

from pbm.clock import Clock, SystemClock
from pbm.generations import Generation, Generations
from storage.admin.identity import read_generations
from storage.admin.signing_keys import SigningKeys, read_signing_keys
from storage.boards.repositories import Caches
from storage.commit_count import CommitCount, CountedCommit
from storage.database_clock import DatabaseClock
from storage.error_kinds import ERRORS, LastError
from storage.last_commit import Commit, LastCommit
from storage.moved_file import DatabaseFile, MovedDatabaseError
from storage.schema.schema_upgrade import schema_version
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict
from storage.sql.long_transactions import lift_timeouts, lock_tables
from storage.transactions import transaction
from storage.unit_of_work import UnitOfWork
from storage.wal_checkpoints import WalCheckpoints

FIRST_GENERATIONS = datetime(2020, 1, 1, tzinfo=UTC)
"""Generations are numbered by the seconds since this time."""

SNAPSHOT: dict[str, dict[str, Any]] = {
    "sqlite": {"begin": "BEGIN"},
    "postgresql": {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True},
}
"""The execution options of a read-only transaction, by dialect."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The generations, keys and lost commits that were read when the database was opened."""

    generations: Generations
    signing_keys: SigningKeys
    loss: str
    """The commits that are missing, in words. Empty if none are."""


class Database:
    """A factory of units of work, with the caches that they share."""

    def __init__(
        self,
        engine: Engine,
        identity: Identity,
        last: LastCommit | None,
        last_error: LastError,
        *,
        clock: DatabaseClock | None,
    ) -> None:
        self.engine = engine
        """The connections, for tasks outside units of work, such as copying the file."""
        self.last_error = last_error
        """The error of the last transaction that failed, until one is committed."""
        self.caches = Caches()
        """In-memory values that the units of work share."""
        self._last = last
        self._checkpoints = WalCheckpoints(engine)
        self._file = DatabaseFile.of(engine)
        self.database_clock = clock
        """The clock of PostgreSQL's host. None for SQLite, which uses this host's clock."""
        self.generations = identity.generations
        self.signing_keys = identity.signing_keys
        """The signing keys as of the last transaction."""
        self.loss = identity.loss
        """The commits that are missing, in words. Empty if none are."""

    @contextmanager
    def work(self, *, deferred_writes: bool = False) -> Iterator[UnitOfWork]:
        """Yields a transaction. It commits at the end, and rolls back if the block raises.

        `deferred_writes`: queue writes and savepoints until a statement depends on them. This is
        faster. After a DeferredError, repeat each part of the transaction in a transaction without
        deferred writes.

        Raises MovedDatabaseError, and stores nothing, if SQLite's file was moved or replaced.
        """
        self._check_file()
        self._checkpoints.make_if_due()
        with transaction(self.engine) as connection:
            if deferred_writes:
                connection.defer_writes()
            self._follow_clock(connection)
            count = CommitCount(connection)
            work = self._unit_of_work(connection)
            yield work
            work.check()
            connection.flush()
            counted = count.next()
            if counted:
                self._check_current(counted, work, connection)
                # The file may have been moved since the transaction began.
                self._check_file()
        work.count_committed()
        if work.signing_keys.is_fresh:
            self.signing_keys = work.signing_keys.known
        if counted:
            self.last_error.clear()
            self._record(counted.commit, work)

    @property
    def clock(self) -> Clock:
        """The clock that all nodes on this database share."""
        return self.database_clock or SystemClock()

    def writers(self, requested: int) -> int:
        """Returns the number of threads that can write at the same time. On SQLite this is 1."""
        return requested if self.engine.dialect.name == "postgresql" else 1

    @property
    def problem(self) -> str:
        """The error since which nothing could be stored, in words. Empty if there is none."""
        return self._file.problem or self.last_error.problem

    @contextmanager
    def snapshot(self) -> Iterator[UnitOfWork]:
        """Yields a read-only transaction that sees one state of the database and blocks nobody."""
        self._check_file()
        with WorkConnection(self.engine) as connection:
            connection.execution_options(**SNAPSHOT[connection.dialect.name])
            with connection.begin():
                self._follow_clock(connection)
                yield self._unit_of_work(connection)

    def refresh_keys(self) -> None:
        """Reads the signing keys again, for processes that don't notice a change by committing."""
        with self.engine.connect() as connection:
            connection.execution_options(**SNAPSHOT[connection.dialect.name])
            with connection.begin():
                keys = read_signing_keys(connection)
        if keys != self.signing_keys:
            self.signing_keys = keys

    def refresh_counts(self) -> None:
        """Counts boards and rated players, and caches the counts for writers."""
        with self.snapshot() as work:
            work.counts.refresh()

    @contextmanager
    def without_writers(self) -> Iterator[UnitOfWork]:
        """Yields a read-only transaction during which nobody can change anything."""
        self._check_file()
        # SQLite's lock: only one "BEGIN IMMEDIATE" can be active at a time.
        with WorkConnection(self.engine) as connection, connection.begin():
            lift_timeouts(connection)
            lock_tables(connection)
            yield self._unit_of_work(connection)

    @property
    def journal(self) -> str:
        """SQLite's journal mode: "wal" if the file system permits it. Empty on PostgreSQL."""
        with self.engine.connect() as connection:
            if connection.dialect.name != "sqlite":
                return ""
            return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())

    @property
    def version(self) -> str:
        """The schema version of the tables."""
        with self.engine.connect() as connection:
            return schema_version(connection)

    @property
    def product(self) -> str:
        """The database's name and version, such as `PostgreSQL 18.1`."""
        with self.engine.connect() as connection:
            dialect = connection.dialect
            name = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}[dialect.name]
            return f"{name} {'.'.join(map(str, dialect.server_version_info or ()))}"

    def begin_generation(
        self, work: UnitOfWork, at: datetime, since: datetime | None = None
    ) -> Generation:
        """Begins a generation in this unit of work.

        Its number exceeds all numbers of lost generations.

        `since`: the time of the restored state, if a backup was restored.
        """
        last_known = self._last.read() if self._last else None
        latest = max(self.generations.current, last_known.generation if last_known else 0)
        number = max(int((at - FIRST_GENERATIONS).total_seconds()), latest + 1)
        return work.identity.begin_generation(number, at, at - (since or at))

    def close(self) -> None:
        self.engine.dispose()
        if self._last:
            self._last.close()

    def _unit_of_work(self, connection: WorkConnection) -> UnitOfWork:
        return UnitOfWork(connection, self.caches, self.generations, self.signing_keys)

    def _follow_clock(self, connection: Connection) -> None:
        if self.database_clock:
            self.database_clock.follow(connection)

    def _check_file(self) -> None:
        """Raises MovedDatabaseError if SQLite's file was moved or replaced. Counts the error."""
        try:
            self._file.check()
        except MovedDatabaseError:
            ERRORS.add("unreachable")
            raise

    def _check_current(
        self, counted: CountedCommit, work: UnitOfWork, connection: Connection
    ) -> None:
        """Raises Conflict if another process has begun a generation or replaced the keys.

        The transaction must run again, because it may have refused tokens that are valid now.
        """
        changes = []
        if counted.commit.generation != work.identity.generations.current:
            self.generations = read_generations(connection)
            changes.append("a new generation of the database has begun")
        if counted.keys != work.signing_keys.known.version:
            self.signing_keys = read_signing_keys(connection)
            changes.append("the signing keys were replaced")
        if changes:
            raise Conflict(" and ".join(changes))

    def _record(self, commit: Commit, work: UnitOfWork) -> None:
        """Records the commit in the file.

        The first commit of a generation overwrites the file's content.
        """
        begun = work.identity.generations is not self.generations
        self.generations = work.identity.generations
        if self._last:
            (self._last.begin if begun else self._last.record)(commit)
