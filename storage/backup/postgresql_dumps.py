"""Load PostgreSQL dumps into an empty database. SQLite works too, and needs no server."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Column, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool
from sqlalchemy.types import TypeDecorator
from sqlmodel import SQLModel

from storage.backup.copying import CopyError, run_postgresql, running_postgresql
from storage.engine import MAX_ROW_LENGTH
from storage.error_kinds import error_reason
from storage.schema.schema_upgrade import newest, prepare
from storage.tables.columns import stored_moment

COPY = re.compile(r"COPY public\.(\w+) \((.*)\) FROM stdin;\n")
SEQUENCE = re.compile(r"SELECT pg_catalog\.setval\('public\.commit_number', (\d+), (true|false)\);")
END, NULL = "\\.\n", "\\N"
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def load_dump(dump: Path, url: str, schema: str) -> None:
    """Loads a dump into the empty database at this URL. Raises CopyError.

    `schema`: the schema version of the dump. SQLite accepts only this pbm's own version.
    """
    if make_url(url).get_backend_name() == "postgresql":
        restore_dump(dump, url)
    elif schema != newest():
        raise CopyError(
            "an older version of pbm made this dump (version of the tables: "
            f"{schema or 'unknown'}). To check it, pbm needs an empty PostgreSQL database: name "
            "one with --scratch URL"
        )
    else:
        load_into_sqlite(dump, url)


def restore_dump(dump: Path, url: str) -> None:
    """Restores a dump into an empty PostgreSQL database, in one transaction."""
    check_empty(url)
    options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
    run_postgresql("pg_restore", [*options, str(dump)], make_url(url))


def check_empty(url: str) -> None:
    """Raises CopyError unless this PostgreSQL database has no tables."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    try:
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
    except DBAPIError as error:
        raise CopyError(f"the database can't be opened: {error_reason(error)}") from error
    if tables:
        raise CopyError("the database isn't empty")


def drop_all(url: str) -> None:
    """Drops all tables of a PostgreSQL database into which a dump was restored."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    with engine.begin() as connection:
        SQLModel.metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))


def load_into_sqlite(dump: Path, url: str) -> None:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        prepare(connection)
    with (
        closing(sqlite3.connect(str(engine.url.database))) as database,
        database,
        running_postgresql("pg_restore", ["--data-only", "--file=-", str(dump)]) as lines,
    ):
        try:
            _load_tables(_bounded(lines), database)
        except (ValueError, LookupError, sqlite3.Error) as error:
            raise CopyError(f"the dump can't be read ({type(error).__name__})") from error


def _bounded(lines: IO[str]) -> Iterator[str]:
    """Yields the lines of a dump. Raises ValueError if a line is longer than any row of ours."""
    while line := lines.readline(MAX_ROW_LENGTH):
        if len(line) == MAX_ROW_LENGTH:
            raise ValueError("too long")
        yield line


def _load_tables(lines: Iterator[str], database: sqlite3.Connection) -> None:
    """Loads the tables of this pbm from the COPY statements of a dump."""
    commits = 0
    for line in lines:
        if copy := COPY.fullmatch(line):
            _load_table(database, copy[1], copy[2].replace('"', "").split(", "), lines)
        elif sequence := SEQUENCE.match(line):
            # A sequence that was never used has the value 1, too, but "false" behind it.
            commits = int(sequence[1]) if sequence[2] == "true" else 0
    database.execute("UPDATE identity SET commits = ?", (commits,))


def _load_table(
    database: sqlite3.Connection, name: str, columns: list[str], lines: Iterable[str]
) -> None:
    table = SQLModel.metadata.tables.get(name)
    rows = _rows(lines)
    if table is None:  # alembic's table already exists in the new database
        for _ in rows:
            pass
        return
    kinds = [table.c[each] for each in columns]
    quoted = ", ".join(f'"{each}"' for each in columns)
    places = ", ".join("?" * len(columns))
    database.executemany(
        f'INSERT INTO "{name}" ({quoted}) VALUES ({places})',  # noqa: S608 - names of our tables
        ([_value(kind, each) for kind, each in zip(kinds, row, strict=True)] for row in rows),
    )


def _rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yields the fields of each row until the end of the table."""
    for line in lines:
        if line == END:
            return
        yield line.removesuffix("\n").split("\t")


def _value(column: Column[Any], field: str) -> Any:
    """Returns the SQLite value of a field in PostgreSQL's text format."""
    if field == NULL:
        return None
    kind = column.type
    stored = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    if stored.python_type is bool:
        return field == "t"
    if stored.python_type is datetime:
        return stored_moment(datetime.fromisoformat(field))
    if stored.python_type in (int, float):
        return stored.python_type(field)
    return ESCAPE.sub(lambda found: ESCAPES.get(found[1], found[1]), field)
