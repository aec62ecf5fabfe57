"""Count commits: each transaction that changes something gets the next number."""

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
