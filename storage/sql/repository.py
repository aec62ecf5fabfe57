"""The base classes of repositories."""

from storage.sql.connection import WorkConnection
from storage.sql.locks import Locks


class Repository:
    """Reads and writes rows of some tables in one transaction."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection


class LockingRepository(Repository):
    """Takes locks, too."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        super().__init__(connection)
        self._locks = locks
