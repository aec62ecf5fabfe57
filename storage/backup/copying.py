"""Copy a consistent snapshot of a database while other processes write to it."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage.commit_count import last_commit
from storage.last_commit import Commit
from storage.schema.schema_upgrade import schema_version

BUSY_SECONDS = 30
PIECE = 1 << 20


class CopyError(Exception):
    """A copy can't be made or read. The message says why."""


@dataclass(frozen=True, slots=True)
class DatabaseFacts:
    """Facts that identify the state of a database."""

    kind: str
    """The kind of database: `sqlite` or `postgresql`."""
    schema: str
    """The schema version of its tables. Empty if it has none."""
    commit: Commit | None
    """The last commit. None if the database's version of pbm didn't number commits."""


def copy_database(url: str, target: Path) -> DatabaseFacts:
    """Copies the database at this URL into a new file, and returns the facts about the copy.

    A copy of SQLite is a database. A copy of PostgreSQL is a dump in pg_dump's custom format. The
    tables may be of any version, and nothing changes in the database. Raises CopyError.
    """
    parsed_url = make_url(url)
    try:
        if parsed_url.get_backend_name() == "sqlite":
            return _copy_sqlite(Path(parsed_url.database or ""), target)
        return _copy_postgresql(parsed_url, target)
    except (DBAPIError, sqlite3.Error) as error:
        reason = str(error.orig if isinstance(error, DBAPIError) else error).strip()
        raise CopyError(f"the database can't be copied: {reason}") from error


def database_kind(url: str) -> str:
    """Returns the kind of database: `sqlite` or `postgresql`."""
    return make_url(url).get_backend_name()


def _copy_sqlite(source: Path, target: Path) -> DatabaseFacts:
    # Opening a pipe would block until somebody writes to it.
    if source.exists() and not source.is_file():
        raise CopyError(f"the database can't be copied: {source} isn't a file")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as database,
        closing(sqlite3.connect(target)) as copy,
    ):
        database.backup(copy)  # all pages in one step, so that nothing is committed in between
        # In WAL mode, part of the data would be in a second file.
        copy.execute("PRAGMA journal_mode=DELETE")
    engine = create_engine(f"sqlite:///{target}", poolclass=NullPool)
    with engine.connect() as connection:
        return _facts(connection)


def _copy_postgresql(url: URL, target: Path) -> DatabaseFacts:
    """Dumps the database, and reads the facts about it, in the snapshot of one transaction."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    with engine.connect().execution_options(**snapshot) as connection:
        # The snapshot is valid while this transaction is open, so pg_dump runs within it.
        name = connection.execute(text("SELECT pg_export_snapshot()")).scalar_one()
        facts = _facts(connection)
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={name}"]
        run_postgresql("pg_dump", [*options, f"--file={target}"], url)
    return facts


def _facts(connection: Connection) -> DatabaseFacts:
    tables = inspect(connection).get_table_names()
    commit = last_commit(connection) if "identity" in tables else None
    return DatabaseFacts(connection.dialect.name, schema_version(connection), commit)


@contextmanager
def running_postgresql(
    program: str, options: Sequence[str], url: URL | None = None
) -> Iterator[IO[str]]:
    """Runs one of PostgreSQL's programs, on the database at `url` if given, and yields its output.

    The password is passed in the environment, because other users can't read it there. Raises
    CopyError if the program fails.
    """
    where, environment = _connection(url) if url else ([], {})
    with (
        TemporaryFile("w+", errors="replace") as errors,
        subprocess.Popen(  # noqa: S603 - a program of PATH, as admins expect
            [_find(program), *where, *options],
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
        ) as process,
    ):
        assert process.stdout is not None  # noqa: S101 - for mypy: it is a pipe
        yield process.stdout
        process.stdout.close()
        if process.wait():
            errors.seek(0)
            raise CopyError(_failure(program, errors.read()))


def _find(program: str) -> str:
    """Returns the path of one of PostgreSQL's programs. Raises CopyError if it isn't installed."""
    path = shutil.which(program)
    if path is None:
        raise CopyError(
            f"{program} isn't in PATH. Install the PostgreSQL client programs (on Debian, the "
            "postgresql-client package)"
        )
    return path


def _failure(program: str, errors: str) -> str:
    """Returns the reason why a program failed, in one line."""
    reason = " ".join(errors.replace(f"{program}: error: ", "").split()).rstrip(".")
    advice = f": put a newer {program} first in PATH" if "version" in reason else ""
    return f"{program} failed: {reason}{advice}"


def run_postgresql(program: str, options: Sequence[str], url: URL | None = None) -> None:
    """Runs one of PostgreSQL's programs, and discards its output. Raises CopyError if it fails."""
    with running_postgresql(program, options, url) as output:
        while output.read(PIECE):
            pass


def _connection(url: URL) -> tuple[list[str], Mapping[str, str]]:
    """Returns options that name a database, and environment variables with its password."""
    secret = url.password or url.query.get("password")
    query = {name: value for name, value in url.query.items() if name != "password"}
    plain = URL.create(
        "postgresql",
        username=url.username,
        host=url.host,
        port=url.port,
        database=url.database,
        query=query,
    )
    password = {"PGPASSWORD": str(secret)} if secret else {}
    where = plain.render_as_string(hide_password=False)
    return ["--no-password", f"--dbname={where}"], password


def masked_url(url: str) -> str:
    """Returns a URL with *** in place of its password and of the password of the client's key."""
    parsed_url = make_url(url)
    secrets = [name for name in parsed_url.query if name in ("password", "sslpassword")]
    parsed_url = parsed_url.update_query_dict(dict.fromkeys(secrets, "***"))
    return parsed_url.render_as_string(hide_password=True)
