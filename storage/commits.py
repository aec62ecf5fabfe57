"""The count of commits: each transaction that changes something gets the next number."""

from typing import Any

from sqlalchemy import Connection, Executable, case, column, func, select, table, true, update

from storage.last_commit import Commit
from storage.tables import generations, identity
from storage.tables.identity import commit_numbers

sequence = table(commit_numbers.name, column("last_value"), column("is_called"))

GENERATION = select(func.coalesce(func.max(generations.c.number), 0)).scalar_subquery()
HAS_CHANGED = func.pg_current_xact_id_if_assigned().is_not(None)
COUNT: dict[str, Executable] = {
    "sqlite": update(identity)
    .values(commits=identity.c.commits + 1)
    .returning(identity.c.name, GENERATION, identity.c.commits),
    # a sequence, as transactions that change the same row wait for one another
    "postgresql": select(identity.c.name, GENERATION, commit_numbers.next_value()).where(
        HAS_CHANGED
    ),
}
"""The statements at the end of a transaction, by dialect; no row if it has changed nothing."""
LAST: dict[str, Executable] = {
    "sqlite": select(identity.c.name, GENERATION, identity.c.commits),
    "postgresql": select(
        identity.c.name,
        GENERATION,
        case((sequence.c.is_called, sequence.c.last_value), else_=0),
    ).join(sequence, true()),
}


class CommitCount:
    """The count of one transaction, made at its beginning."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._changes = self._total_changes()

    def next(self) -> Commit | None:
        """Returns the number of this transaction's commit; None if it has changed nothing."""
        changes = self._total_changes()
        if changes is not None and changes == self._changes:
            return None
        return _commit(self._connection, COUNT)

    def _total_changes(self) -> int | None:
        """Returns the number of rows changed on SQLite; None on other databases."""
        dbapi: Any = self._connection.connection.dbapi_connection
        return getattr(dbapi, "total_changes", None)


def last_commit(connection: Connection) -> Commit:
    """Returns the last commit that the database knows."""
    found = _commit(connection, LAST)
    assert found is not None  # noqa: S101 - a database that was prepared has an identity
    return found


def set_last_commit(connection: Connection, number: int) -> None:
    """Lets the count go on after this number, in a database to which all was copied."""
    if connection.dialect.name == "sqlite":
        connection.execute(update(identity).values(commits=number))
    elif number:
        connection.execute(select(func.setval(commit_numbers.name, number)))


def _commit(connection: Connection, statements: dict[str, Executable]) -> Commit | None:
    row = connection.execute(statements[connection.dialect.name]).first()
    return Commit(*row) if row else None
