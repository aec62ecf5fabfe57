"""Reading a database that may be of another version, without changing anything in it."""

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
    """Returns the public keys of records, the current one first; raises ConnectionError."""
    try:
        with read_only(url) as connection:
            return [key.fingerprint for key in read_signing_keys(connection).of("record")]
    except DBAPIError as error:
        reason = opening_problem(error, url)
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def read_kept_settings(url: str) -> tuple[dict[str, str], list[str]]:
    """Returns the settings kept in the database at this URL, and the names of nodes that run.

    Raises ConnectionError.
    """
    try:
        with read_only(url) as connection:
            if not inspect(connection).has_table(server_settings.name):
                return {}, []
            kept = ServerSettingRepository(connection).all()
            if not inspect(connection).has_table(installation_settings.name):
                return kept, []
            kept |= ServerSettingRepository(connection, installation_settings).all()
            now = _clock(connection).now()
            return kept, [node.name for node in NodeRepository(connection).living(now)]
    except DBAPIError as error:
        reason = opening_problem(error, url)
        raise ConnectionError(f"the database can't be opened: {reason}") from error


def learn_games(url: str) -> None:
    """Takes note of the games that have boards in the database at this URL, as far as it opens."""
    with suppress(DBAPIError, ConnectionError), read_only(url) as connection:
        games.learn(read_known_games(connection))


def _clock(connection: Connection) -> Clock:
    return SystemClock() if connection.dialect.name == "sqlite" else DatabaseClock(connection)


@contextmanager
def read_only(url: str) -> Iterator[WorkConnection]:
    """Yields a connection that can't write; raises ConnectionError for what is no file."""
    made = make_url(url)
    if made.get_backend_name() == "sqlite":
        path = Path(made.database or "").absolute()
        if path.exists() and not path.is_file():  # opening a pipe would wait for a writer
            raise ConnectionError(f"the database can't be opened: {path} isn't a file")
        file = f"{path.as_uri()}?mode=ro"
        engine = create_engine(
            "sqlite://", creator=lambda: sqlite3.connect(file, uri=True), poolclass=NullPool
        )
    else:
        engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
    with WorkConnection(engine) as connection:
        yield connection
