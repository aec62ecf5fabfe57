"""Copy the rows of all tables into the new tables of another SQLite or PostgreSQL database."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from pbm.wording import counted
from storage.backup.copying import CopyError
from storage.commit_count import set_last_commit
from storage.error_kinds import error_reason
from storage.sql.repository import Repository

BATCH = 5000
"""Maximum number of rows in memory at a time."""


Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class TableSum:
    """The number of rows of a table, and the sum of the rows' hashes. The order doesn't matter.

    Python salts hashes, so sums can be compared only within one process.
    """

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Rows) -> "TableSum":
        """Returns the sum after adding these rows."""
        return TableSum(self.rows + len(rows), self.digest + sum(hash(tuple(row)) for row in rows))


class RowRepository(Repository):
    """Reads and writes the rows of any table in their stored form."""

    def batches(self, table: Table) -> Iterator[Rows]:
        """Yields all rows of a table in batches. Raises CopyError."""
        options = {"yield_per": BATCH}  # Psycopg then uses a server-side cursor.
        with _copy_errors(table):
            yield from self._connection.execute(
                select(table), execution_options=options
            ).partitions()

    def put(self, table: Table, rows: Rows) -> None:
        """Adds rows to a table. Raises CopyError."""
        in_bulk = self._connection.dialect.driver == "psycopg"
        with _copy_errors(table):
            (self._put_in_bulk if in_bulk else self._put)(table, rows)

    def sum(self, table: Table) -> TableSum:
        """Returns the sum of a table's rows. Raises CopyError."""
        table_sum = TableSum()
        for rows in self.batches(table):
            table_sum = table_sum.plus(rows)
        return table_sum

    def copy_from(self, source: "RowRepository") -> Mapping[str, TableSum]:
        """Copies all rows of `source` into these empty tables. Raises CopyError.

        Returns the sums of the rows that were read, by table.
        """
        sums = {table.name: self._copy(source, table) for table in _tables()}
        if self._connection.dialect.name == "postgresql":
            for table in _tables():
                # PostgreSQL plans queries by these statistics
                self._connection.execute(text(f'ANALYZE "{table.name}"'))
        return sums

    def check(self, sums: Mapping[str, TableSum]) -> None:
        """Reads all rows again. Raises CopyError unless the tables have these sums."""
        for table in _tables():
            actual, expected = self.sum(table), sums[table.name]
            if actual != expected:
                problem = (
                    "some values differ"
                    if actual.rows == expected.rows
                    else f"it has {counted(actual.rows, 'row')} instead of {expected.rows}"
                )
                raise CopyError(f"the copy of the table {table.name} isn't correct: {problem}")

    def continue_after(self, commit: int) -> None:
        """Continues the numbering after this commit, and after the highest id of each table."""
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
        """Adds rows with PostgreSQL's COPY, because it is much faster than INSERT."""
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
    """Returns all tables, each after the tables that it refers to."""
    return SQLModel.metadata.sorted_tables


@contextmanager
def _copy_errors(table: Table) -> Iterator[None]:
    """Raises errors about the rows of a table as CopyError."""
    try:
        yield
    except DBAPIError as error:
        raise _failure(table, error_reason(error)) from error
    except (ValueError, TypeError, LookupError) as error:
        raise _failure(table, "a value doesn't have the type of its column") from error


def _failure(table: Table, reason: str) -> CopyError:
    return CopyError(f'pbm can\'t copy the table {table.name} ({reason}). Run "pbm admin verify"')
