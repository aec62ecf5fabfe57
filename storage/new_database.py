"""Create a database in one transaction, so that it is complete or doesn't exist."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pbm.generations import Generations
from storage.admin.signing_keys import SigningKeys
from storage.backup.copying import CopyError
from storage.boards.repositories import Caches
from storage.error_kinds import error_reason
from storage.schema.schema_upgrade import prepare
from storage.sql.connection import WorkConnection
from storage.sql.long_transactions import lift_timeouts
from storage.unit_of_work import UnitOfWork

STAGED = "{}.new"
"""The name of SQLite's file until it is complete."""
UNKNOWN = (
    "the answer to COMMIT was lost ({}), so the new database is either empty or complete. Try "
    "again. If the next attempt reports that the database isn't empty, it is complete"
)


@contextmanager
def new_database(url: str) -> Iterator[UnitOfWork]:
    """Yields a transaction with new tables in an empty database. It commits at the end.

    If the block raises, or the process ends early, no database is left behind. Raises CopyError.
    """
    parsed_url = make_url(url)
    fill = _new_file if parsed_url.get_backend_name() == "sqlite" else _new_tables
    with fill(parsed_url) as work:
        yield work


@contextmanager
def _new_tables(url: URL) -> Iterator[UnitOfWork]:
    """Creates the tables on PostgreSQL, within the transaction."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _turn_off_preparing)
    with _connected(engine) as connection, connection.begin() as transaction:
        _make_tables(connection)
        yield _work(connection)
        try:
            transaction.commit()
        except DBAPIError as error:
            raise CopyError(UNKNOWN.format(error_reason(error))) from error


@contextmanager
def _new_file(url: URL) -> Iterator[UnitOfWork]:
    """Fills a file under a temporary name, and renames it once all of it is on disk."""
    target = Path(url.database or "")
    staged = target.with_name(STAGED.format(target.name))
    staged.unlink(missing_ok=True)  # A process that was killed may have left it.
    try:
        os.close(os.open(staged, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        engine = create_engine(f"sqlite:///{staged}", poolclass=NullPool, hide_parameters=True)
        event.listen(engine, "connect", _turn_off_durability)
        with _connected(engine) as connection, connection.begin():
            _make_tables(connection)
            yield _work(connection)
        _put_into_place(staged, target)
    finally:
        staged.unlink(missing_ok=True)


def _work(connection: WorkConnection) -> UnitOfWork:
    return UnitOfWork(connection, Caches(), Generations(), SigningKeys())


def _turn_off_preparing(connection: Any, _record: object) -> None:
    """Turns prepared statements off, because behind a pooler others use the connection next."""
    if hasattr(connection, "prepare_threshold"):  # The driver is psycopg.
        connection.prepare_threshold = None


def _turn_off_durability(connection: Any, _record: object) -> None:
    """Turns SQLite's syncing and rollback journal off. The file is deleted after any failure."""
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA journal_mode=OFF")


def _make_tables(connection: Connection) -> None:
    lift_timeouts(connection)
    if inspect(connection).get_table_names():
        raise CopyError("the database isn't empty")
    try:
        prepare(connection)
    except DBAPIError as error:
        raise CopyError(
            f"pbm can't create tables in the database: {error_reason(error)}"
        ) from error


@contextmanager
def _connected(engine: Engine) -> Iterator[WorkConnection]:
    try:
        connection = WorkConnection(engine)
    except DBAPIError as error:
        raise CopyError(f"the database can't be opened: {error_reason(error)}") from error
    with connection:
        yield connection


def _put_into_place(staged: Path, target: Path) -> None:
    # SQLite didn't sync the file (see `_turn_off_durability`).
    with staged.open("rb") as file:
        os.fsync(file.fileno())
    os.link(staged, target)  # A rename would replace an existing file.
    staged.unlink()
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
