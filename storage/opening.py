"""Open a database: connect, create or upgrade its tables, and check that no commit is missing.

Takes the database's URL, and returns a `Database`. Raises errors that explain why it can't be used.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from pbm import games
from storage.admin.identity import ensure_identity, read_generations
from storage.admin.signing_keys import read_signing_keys
from storage.boards.state.logs import read_known_games
from storage.commit_count import last_commit
from storage.database import Database, Identity
from storage.database_clock import DatabaseClock
from storage.engine import make_engine
from storage.error_kinds import LastError, opening_problem
from storage.errors import is_damage
from storage.last_commit import LastCommit, LostCommitsError
from storage.schema.schema_upgrade import BeforeUpgrade, UnknownSchemaError, prepare


def open_database(
    url: str,
    *,
    last_commit_file: Path | None = None,
    may_be_older: bool = False,
    before_upgrade: BeforeUpgrade | None = None,
) -> Database:
    """Returns the database at this SQLAlchemy URL, after creating or upgrading its tables.

    `last_commit_file`: the file that records the database's last commit.
    `before_upgrade`: one process calls this before it upgrades the tables. If it raises, nothing
    changes.
    `may_be_older`: accept a database that lacks commits.

    Raises LostCommitsError if commits are missing. Raises ConnectionError if the database can't be
    reached, or if this version of pbm can't use it.
    """
    last_error = LastError()
    engine = make_engine(url, last_error)
    last = LastCommit(last_commit_file) if last_commit_file else None
    try:
        make = partial(prepare, before_upgrade=before_upgrade)
        identity = _prepare(engine, make, last, may_be_older=may_be_older)
        clock = _clock(engine)
    except BaseException:
        engine.dispose()
        if last:
            last.close()
        raise
    return Database(engine, identity, last, last_error, clock=clock)


def _clock(engine: Engine) -> DatabaseClock | None:
    """Returns the clock of PostgreSQL's host, or None for SQLite.

    SQLite needs none, because it uses this host's clock.
    """
    if engine.dialect.name == "sqlite":
        return None
    with engine.begin() as connection:
        return DatabaseClock(connection)


def _prepare(
    engine: Engine,
    make_tables: Callable[[Connection], str | None],
    last: LastCommit | None,
    *,
    may_be_older: bool,
) -> Identity:
    """Creates or upgrades the tables, checks for lost commits, and reads the identity."""
    try:
        with engine.begin() as connection:
            # Read the file first. Otherwise, after a commit in between, it would seem to be ahead.
            last_known = last.read() if last else None
            ensure_identity(connection, make_tables(connection))
            current = last_commit(connection)
            loss = last_known.loss(current) if last_known else ""
            if loss and not may_be_older:
                raise LostCommitsError(loss)
            games.learn(read_known_games(connection))
            identity = Identity(read_generations(connection), read_signing_keys(connection), loss)
    except (DBAPIError, UnknownSchemaError) as error:
        advice = ": restore a backup" if is_damage(error) else ""
        reason = opening_problem(error, engine.url)
        raise ConnectionError(f"the database can't be opened: {reason}{advice}") from error
    if last:
        last.record(current)
    return identity


def check_url(url: str) -> None:
    """Raises ValueError if the URL isn't of a supported database, without quoting the URL."""
    try:
        dialect = make_url(url).get_dialect()
        dialect.import_dbapi()
    except (ArgumentError, ImportError, ValueError):
        dialect = None
    if dialect is None or dialect.name not in ("sqlite", "postgresql"):
        raise ValueError(
            "expected a URL such as sqlite:///PATH or postgresql+psycopg://HOST/NAME. For "
            "PostgreSQL, also install pbm[postgresql]"
        )
