"""The rows of all tables: copied into new tables in another database, of the same kind or not."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from storage.backup.copying import CopyError
from storage.commit_count import set_last_commit
from storage.error_kinds import error_reason
from storage.sql.repository import Repository

BATCH = 5000
"""The rows that are in memory at a time."""


Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class TableSum:
    """The number of a table's rows, and a sum over their values that doesn't depend on order.

    Sums of different processes can't be compared.
    """

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Rows) -> "TableSum":
        """Returns the sum with further rows."""
        return TableSum(self.rows + len(rows), self.digest + sum(hash(tuple(row)) for row in rows))


class RowRepository(Repository):
    """The repository of all rows, as they are stored."""

    def batches(self, table: Table) -> Iterator[Rows]:
        """Yields all rows of a table, some at a time; raises CopyError."""
        options = {"yield_per": BATCH}  # on PostgreSQL it reads through a cursor of the server
        with _copy_errors(table):
            yield from self._connection.execute(
                select(table), execution_options=options
            ).partitions()

    def put(self, table: Table, rows: Rows) -> None:
        """Adds rows to a table; raises CopyError."""
        in_bulk = self._connection.dialect.driver == "psycopg"
        with _copy_errors(table):
            (self._put_in_bulk if in_bulk else self._put)(table, rows)

    def sum(self, table: Table) -> TableSum:
        """Returns the sum of a table; raises CopyError."""
        found = TableSum()
        for rows in self.batches(table):
            found = found.plus(rows)
        return found

    def copy_from(self, source: "RowRepository") -> Mapping[str, TableSum]:
        """Copies all rows into these empty tables; raises CopyError.

        Returns the sums of what was read, by table.
        """
        sums = {table.name: self._copy(source, table) for table in _tables()}
        if self._connection.dialect.name == "postgresql":
            for table in _tables():
                self._connection.execute(text(f'ANALYZE "{table.name}"'))  # for later plans
        return sums

    def check(self, sums: Mapping[str, TableSum]) -> None:
        """Reads all rows again; raises CopyError unless the tables have these sums."""
        for table in _tables():
            found, expected = self.sum(table), sums[table.name]
            if found != expected:
                raise CopyError(
                    f"of the table {table.name}, {expected.rows} rows were read from the old "
                    f"database, and {found.rows} from the new one, or other values"
                )

    def go_on_after(self, commit: int) -> None:
        """Counts on after this commit, and after the highest id of each table."""
        set_last_commit(self._connection, commit)
        if self._connection.dialect.name == "postgresql":
            for table in _tables():
                self._raise_sequence(table)

    def _copy(self, source: "RowRepository", table: Table) -> TableSum:
        copied = TableSum()
        for rows in source.batches(table):
            self.put(table, rows)
            copied = copied.plus(rows)
        return copied

    def _put(self, table: Table, rows: Rows) -> None:
        names = table.c.keys()
        values = [dict(zip(names, row, strict=True)) for row in rows]
        self._connection.execute(insert(table), values)

    def _put_in_bulk(self, table: Table, rows: Rows) -> None:
        """Adds rows by PostgreSQL's COPY, which takes a fraction of the time."""
        names = ", ".join(f'"{column.name}"' for column in table.c)
        dbapi: Any = self._connection.connection.dbapi_connection
        try:
            with (
                dbapi.cursor() as cursor,
                cursor.copy(f'COPY "{table.name}" ({names}) FROM STDIN') as copy,
            ):
                for row in rows:
                    copy.write_row(row)
        except self._connection.dialect.loaded_dbapi.Error as error:
            raise _failure(table, error_reason(error)) from error

    def _raise_sequence(self, table: Table) -> None:
        """Sets the sequence of a table's ids, if it has one, to the highest id."""
        column = table.autoincrement_column
        if column is not None:
            named = func.pg_get_serial_sequence(table.name, column.name)
            highest = select(func.max(column)).scalar_subquery()
            self._connection.execute(select(func.setval(named, highest)).where(highest > 0))


def _tables() -> Sequence[Table]:
    """Returns all tables, each after those to which it refers."""
    return SQLModel.metadata.sorted_tables


@contextmanager
def _copy_errors(table: Table) -> Iterator[None]:
    """Turns errors about the rows of a table into CopyErrors."""
    try:
        yield
    except DBAPIError as error:
        raise _failure(table, error_reason(error)) from error
    except (ValueError, TypeError, LookupError) as error:
        raise _failure(table, "a value isn't of the type of its column") from error


def _failure(table: Table, reason: str) -> CopyError:
    return CopyError(f'the table {table.name} can\'t be copied ({reason}): see "pbm admin verify"')
