"""Transactions that change something, on connections that may be lost at any moment.

What PostgreSQL is told holds for the transaction alone: behind a pooler such as PgBouncer, the next
one may have another connection, and this connection another user.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    Executable,
    RootTransaction,
    case,
    column,
    func,
    select,
    table,
    true,
    update,
)
from sqlalchemy.exc import DBAPIError

from pbm.wording import counted
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.tables import generations, identity
from storage.tables.identity import commit_numbers

TIMEOUTS = {
    "lock_timeout": "30s",
    "statement_timeout": "60s",
    "idle_in_transaction_session_timeout": "60s",
}
"""The time for which a transaction waits for a lock, and for a statement; and the time after which
PostgreSQL ends one whose program has stopped, as others wait for its locks.

Those that the database or its role has of its own count instead.
"""
_OWN_OR_USUAL = (
    func.set_config(
        name, func.coalesce(func.nullif(func.current_setting(name), "0"), usual), true()
    )
    for name, usual in TIMEOUTS.items()
)
WRITERS_LOCK = 7_266_003
"""The number of the advisory lock of transactions: shared, or held by one alone."""
_IS_READ_ONLY = func.current_setting("transaction_read_only") == "on"
_SHARED = func.pg_advisory_xact_lock_shared(WRITERS_LOCK)
BEGIN = Prepared(select(_IS_READ_ONLY.label("is_read_only"), *_OWN_OR_USUAL, _SHARED))
"""The first statement of a transaction; it tells whether the host takes no changes."""


class UnknownCommitError(Exception):
    """The connection was lost in the middle of a commit: it may be stored, or not."""


@contextmanager
def transaction(engine: Engine) -> Iterator[WorkConnection]:
    """Yields a connection with a transaction, committed at its end, rolled back when it raises.

    Raises UnknownCommitError when the answer to the commit is lost.
    """
    with _connect(engine) as connection:
        begun = connection.get_transaction() or connection.begin()
        try:
            yield connection
        except BaseException:
            begun.rollback()
            raise
        _commit(begun)


def _commit(begun: RootTransaction) -> None:
    try:
        begun.commit()
    except DBAPIError as error:
        if error.connection_invalidated:
            raise UnknownCommitError("the connection was lost in the middle of a commit") from error
        raise


def _connect(engine: Engine) -> WorkConnection:
    """Returns a connection that can be used; a kept one may have been lost since.

    One to a host that has become read-only, as another took its place, is made again as well.
    """
    if engine.dialect.name == "sqlite":
        return WorkConnection(engine)
    try:
        connection = WorkConnection(engine)
        if not _begin(connection):
            return connection
        connection.invalidate()
        connection.close()
        engine.dispose()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
    connection = WorkConnection(engine)
    _begin(connection)
    return connection


def _begin(connection: WorkConnection) -> bool:
    """Begins a transaction on PostgreSQL; returns True if its host is read-only."""
    try:
        return bool(connection.value(BEGIN))
    except BaseException:
        connection.close()
        raise


# The count of commits: each transaction that changes something gets the next number.

# The number of the last commit, in a file beside the database: so a loss of commits is noticed.
#
# The file is written after the commit, so it may lag behind the database, but is never ahead of
# what is on disk. It isn't synced itself: after a power failure it may be older, and accuses
# nobody.

MAX_BYTES = 200


class LostCommitsError(Exception):
    """The database is older than its last known commit."""


@dataclass(frozen=True, slots=True, order=True)
class Commit:
    """A commit of a database: its generation, and its number in all generations."""

    database: str
    generation: int
    number: int

    def write(self) -> str:
        """Returns the line of the file; the inverse of `read`."""
        return f"{self.database} {self.generation} {self.number}\n"

    @classmethod
    def read(cls, line: str) -> "Commit | None":
        """Returns the commit in a line; None if the file is empty or damaged: it tells nothing."""
        words = line.split()
        if len(words) != 3 or not (words[1] + words[2]).isdecimal() or not line.endswith("\n"):
            return None
        return cls(words[0], int(words[1]), int(words[2]))

    def loss(self, found: "Commit") -> str:
        """Returns the loss if a database has come to `found` after this commit; else nothing."""
        if found.database != self.database:
            return "it is another one, or was made anew as its file was missing"
        if found >= self:
            return ""
        if found.generation < self.generation:
            return "it is from before a new generation began"
        return f"it lacks the last {counted(self.number - found.number, 'commit')}"


class LastCommit:
    """The file, which all processes of the server write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def read(self) -> Commit | None:
        """Returns the last commit; None if it isn't known."""
        with self._locked():
            return self._read()

    def record(self, commit: Commit) -> None:
        """Records a commit that is on disk, unless a later one, or another database's, is known.

        It is better to lag behind than to fail: the commit can't be undone.
        """
        with suppress(OSError), self._locked():
            last = self._read()
            if last is None or (last.database == commit.database and last < commit):
                self._write(commit)

    def begin(self, commit: Commit) -> None:
        """Records the commit with which a new generation begins, whatever was known before."""
        with self._locked():
            self._write(commit)

    def close(self) -> None:
        """Closes the file."""
        os.close(self._file)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self._lock:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)

    def _read(self) -> Commit | None:
        return Commit.read(os.pread(self._file, MAX_BYTES, 0).decode("ascii", errors="replace"))

    def _write(self, commit: Commit) -> None:
        line = commit.write().encode()
        os.pwrite(self._file, line, 0)
        os.ftruncate(self._file, len(line))


sequence = table(commit_numbers.name, column("last_value"), column("is_called"))

GENERATION = select(func.coalesce(func.max(generations.c.number), 0)).scalar_subquery()
HAS_CHANGED = func.pg_current_xact_id_if_assigned().is_not(None)
COUNT = Prepared(
    update(identity)
    .values(commits=identity.c.commits + 1)
    .returning(identity.c.key_fingerprints, identity.c.name, GENERATION, identity.c.commits),
    # a sequence, as transactions that change the same row wait for one another
    postgresql=lambda: select(
        identity.c.key_fingerprints, identity.c.name, GENERATION, commit_numbers.next_value()
    ).where(HAS_CHANGED),
)
"""The statement at the end of a transaction; no row if it has changed nothing."""
LAST: dict[str, Executable] = {
    "sqlite": select(identity.c.name, GENERATION, identity.c.commits),
    "postgresql": select(
        identity.c.name,
        GENERATION,
        case((sequence.c.is_called, sequence.c.last_value), else_=0),
    ).join(sequence, true()),
}


@dataclass(frozen=True, slots=True)
class CountedCommit:
    """A commit that is about to be made, and what others may have changed meanwhile."""

    keys: str
    """The version of the signing keys."""
    commit: Commit


class CommitCount:
    """The count of one transaction, made at its beginning."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._changes = self._total_changes()

    def next(self) -> CountedCommit | None:
        """Returns this transaction's commit with its number; None if it has changed nothing."""
        changes = self._total_changes()
        if changes is not None and changes == self._changes:
            return None
        row = self._connection.first(COUNT)
        return CountedCommit(row[0], Commit(*row[1:])) if row else None

    def _total_changes(self) -> int | None:
        """Returns the number of rows changed on SQLite; None on other databases."""
        dbapi: Any = self._connection.connection.dbapi_connection
        return getattr(dbapi, "total_changes", None)


def last_commit(connection: Connection) -> Commit:
    """Returns the last commit that the database knows."""
    return Commit(*connection.execute(LAST[connection.dialect.name]).one())


def set_last_commit(connection: Connection, number: int) -> None:
    """Lets the count go on after this number, in a database to which all was copied."""
    if connection.dialect.name == "sqlite":
        connection.execute(update(identity).values(commits=number))
    elif number:
        connection.execute(select(func.setval(commit_numbers.name, number)))
