"""A unit of work: one transaction with its savepoints, locks and repositories."""

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
"""Errors of a machine that has run out of file descriptors, memory or disk space."""


class UnitOfWork(AdminRepositories, BoardRepositories, MailRepositories):
    """One transaction on the database, with a repository for each subject."""

    def __init__(
        self,
        connection: WorkConnection,
        caches: Caches,
        generations: Generations,
        signing_keys: SigningKeys,
    ) -> None:
        self.connection = connection
        self._events: list[tuple[Counter | Histogram, tuple[str, ...], float]] = []
        """Metrics to increase when the transaction commits."""
        self._locks = Locks(connection)
        self._caches = caches
        self._generations = generations
        self._signing_keys = signing_keys

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Opens a savepoint. If the block raises, the changes within it are undone."""
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
        """Takes the locks that earlier attempts at the same work failed to get.

        `errors`: the errors that ended these attempts.
        """
        keys = {error.first_lock for error in errors if isinstance(error, Conflict)}
        # All units of work take locks in this order, so that they can't deadlock.
        for key in sorted(filter(None, keys)):
            if key.kind is LockKind.BOARD:
                self.boards.hold(key.number)
            elif key.kind is LockKind.PLAYER:
                self.reachability.hold(key.number)
            else:
                self._locks.take(key)

    def count(self, metric: Counter | Histogram, *values: str, amount: float = 1) -> None:
        """Adds to a metric when the transaction commits, unless a savepoint around it is undone."""
        self._events.append((metric, values, amount))

    def count_committed(self) -> None:
        """Adds the numbers collected in this unit of work to the metrics of this process."""
        for metric, values, amount in self._events:
            metric.add(*values, amount=amount)

    def is_database_error(self, error: Exception) -> bool:
        """Whether the database or the machine failed. Then the whole transaction must run again."""
        lacks = isinstance(error, OSError) and error.errno in LACKING
        return lacks or isinstance(error, DBAPIError | Conflict)

    @property
    def changes(self) -> int:
        """The number of statements so far that may have changed or locked rows."""
        return self.connection.changes

    def check(self) -> None:
        """Raises the error that ended the whole transaction, if there was one."""
        self.connection.check()
