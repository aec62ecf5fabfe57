"""Number the commits: each transaction that changes something gets the next number.

The numbers show whether a database has lost commits (see `storage/last_commit.py`).
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Executable, case, column, func, select, table, true, update

from storage.last_commit import Commit
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.tables.identity import commit_numbers, generations, identity

sequence = table(commit_numbers.name, column("last_value"), column("is_called"))
GENERATION = select(func.coalesce(func.max(generations.c.number), 0)).scalar_subquery()
HAS_CHANGED = func.pg_current_xact_id_if_assigned().is_not(None)
COUNT = Prepared(
    update(identity)
    .values(commits=identity.c.commits + 1)
    .returning(identity.c.key_fingerprints, identity.c.name, GENERATION, identity.c.commits),
    # A sequence, because transactions that update the same row would wait for one another.
    postgresql=lambda: select(
        identity.c.key_fingerprints, identity.c.name, GENERATION, commit_numbers.next_value()
    ).where(HAS_CHANGED),
)
"""The last statement of a transaction. On PostgreSQL it returns no row if nothing has changed."""
LAST: dict[str, Executable] = {
    "sqlite": select(identity.c.name, GENERATION, identity.c.commits),
    "postgresql": select(
        identity.c.name,
        GENERATION,
        # A sequence that was never used has the value 1, too.
        case((sequence.c.is_called, sequence.c.last_value), else_=0),
    ).join(sequence, true()),
}


@dataclass(frozen=True, slots=True)
class CountedCommit:
    """A commit that is about to be made, and the database's current version of the signing keys."""

    keys: str
    """The fingerprints of the signing keys in the database."""
    commit: Commit


class CommitCount:
    """Numbers the commit of one transaction. Create it when the transaction begins."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._changes = self._total_changes()

    def next(self) -> CountedCommit | None:
        """Returns this transaction's commit with its number, or None if nothing has changed."""
        # On SQLite, numbering would itself be a change, so skip it if there was none before.
        changes = self._total_changes()
        if changes is not None and changes == self._changes:
            return None
        row = self._connection.first(COUNT)
        return CountedCommit(row[0], Commit(*row[1:])) if row else None

    def _total_changes(self) -> int | None:
        """Returns how many rows this connection has changed on SQLite, or None on PostgreSQL."""
        dbapi: Any = self._connection.connection.dbapi_connection
        return getattr(dbapi, "total_changes", None)


def last_commit(connection: Connection) -> Commit:
    """Returns the last commit that the database has recorded."""
    return Commit(*connection.execute(LAST[connection.dialect.name]).one())


def set_last_commit(connection: Connection, number: int) -> None:
    """Sets the number of the last commit, in a database that was filled from a copy."""
    if connection.dialect.name == "sqlite":
        connection.execute(update(identity).values(commits=number))
    elif number:
        connection.execute(select(func.setval(commit_numbers.name, number)))
