"""Read a database that may have another version's tables, without changing anything in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from pbm import games
from pbm.clock import Clock, SystemClock
from storage.admin.nodes import NodeRepository
from storage.admin.server_settings import ServerSettingRepository
from storage.admin.signing_keys import read_signing_keys
from storage.boards.state.logs import read_known_games
from storage.database_clock import DatabaseClock
from storage.error_kinds import opening_problem
from storage.sql.connection import WorkConnection
from storage.tables.server import installation_settings, server_settings


def read_record_keys(url: str) -> list[str]:
    """Returns the public keys that sign records, current key first. Raises ConnectionError."""
    try:
        with read_only(url) as connection:
            return [key.fingerprint for key in read_signing_keys(connection).of("record")]
    except DBAPIError as error:
        reason = opening_problem(error, url)
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def read_stored_settings(url: str) -> tuple[dict[str, str], list[str]]:
    """Returns the stored settings of the database at this URL, and the names of running nodes.

    Raises ConnectionError.
    """
    try:
        with read_only(url) as connection:
            if not inspect(connection).has_table(server_settings.name):
                return {}, []
            settings = ServerSettingRepository(connection).all()
            if not inspect(connection).has_table(installation_settings.name):
                return settings, []
            settings |= ServerSettingRepository(connection, installation_settings).all()
            now = _clock(connection).now()
            return settings, [node.name for node in NodeRepository(connection).running(now)]
    except DBAPIError as error:
        reason = opening_problem(error, url)
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def learn_games(url: str) -> None:
    """Registers the games that have boards in the database at this URL, if it can be opened."""
    with suppress(DBAPIError, ConnectionError), read_only(url) as connection:
        games.learn(read_known_games(connection))


def _clock(connection: Connection) -> Clock:
    return SystemClock() if connection.dialect.name == "sqlite" else DatabaseClock(connection)


@contextmanager
def read_only(url: str) -> Iterator[WorkConnection]:
    """Yields a read-only connection. Raises ConnectionError if the path isn't a regular file."""
    parsed_url = make_url(url)
    if parsed_url.get_backend_name() == "sqlite":
        path = Path(parsed_url.database or "").absolute()
        # Opening a pipe would block until somebody writes to it.
        if path.exists() and not path.is_file():
            raise ConnectionError(f"the database can't be opened: {path} isn't a file")
        file = f"{path.as_uri()}?mode=ro"
        engine = create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(file, uri=True), poolclass=NullPool
        )
    else:
        engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
    with WorkConnection(engine) as connection:
        yield connection
