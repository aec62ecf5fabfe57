"""A unit of work: one transaction with savepoints and its repositories."""

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from pbm.generations import Generations
from pbm.process.counters import Counter, Histogram
from storage.admin.repositories import AdminRepositories
from storage.admin.signing_keys import SigningKeys
from storage.boards.repositories import BoardRepositories, Caches
from storage.mail.repositories import MailRepositories
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict, LockKind
from storage.sql.locks import Locks

LACKING = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC}
"""Errors of a machine that has no more open files, memory or disk."""


class UnitOfWork(AdminRepositories, BoardRepositories, MailRepositories):
    """One transaction on the database."""

    def __init__(
        self,
        connection: WorkConnection,
        caches: Caches,
        generations: Generations,
        signing_keys: SigningKeys,
    ) -> None:
        self.connection = connection
        self._events: list[tuple[Counter | Histogram, tuple[str, ...], float]] = []
        """The counts that are added at the commit."""
        self._locks = Locks(connection)
        self._caches = caches
        self._generations = generations
        self._signing_keys = signing_keys

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint: changes within it are undone when it raises."""
        events, held = len(self._events), self._locks.begin_savepoint()
        try:
            with self.connection.savepoint():
                yield
        except BaseException:
            del self._events[events:]
            self._locks.undo_savepoint(held)
            raise
        self._locks.release_savepoint(held)

    def lock_for(self, errors: Sequence[Exception]) -> None:
        """Takes the locks that earlier tries of the same work, which these ended, lacked."""
        wanted = {error.wanted for error in errors if isinstance(error, Conflict)}
        for key in sorted(filter(None, wanted)):
            if key.kind is LockKind.BOARD:
                self.boards.hold(key.number)
            elif key.kind is LockKind.PLAYER:
                self.reachability.hold(key.number)
            else:
                self._locks.take(key)

    def count(self, metric: Counter | Histogram, *values: str, amount: float = 1) -> None:
        """Counts events once they are committed; events of an undone savepoint never happened."""
        self._events.append((metric, values, amount))

    def count_committed(self) -> None:
        """Adds the events to the counts of this process."""
        for metric, values, amount in self._events:
            metric.add(*values, amount=amount)

    def is_database_error(self, error: Exception) -> bool:
        """Returns True if the database failed, or the machine: all of it is to be tried again."""
        lacks = isinstance(error, OSError) and error.errno in LACKING
        return lacks or isinstance(error, DBAPIError | Conflict)

    @property
    def changes(self) -> int:
        """The number of statements so far that may have changed or locked something."""
        return self.connection.changes

    def check(self) -> None:
        """Raises the error by which the whole transaction was lost, if there was one."""
        self.connection.check()
