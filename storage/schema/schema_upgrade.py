"""The schema: create the tables of a new database, and upgrade the tables of an older pbm.

Migrations add tables and columns, and give columns a server default. Servers of the previous
version can then continue while the first server of the new version runs. A migration that allows
this sets `oldest_version = "NNNN"`, the oldest version whose pbm may work on the new tables.
Without it, pbm doesn't upgrade the tables while an older server sends heartbeats.

When a version stops using a column or table, the second version after it drops that column or
table. When servers must learn to read a new kind of row, the first version only reads such rows,
and the next version writes them.
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlmodel import SQLModel

from pbm.process.leases import LEASE
from storage.tables.columns import set_postgresql_conditions
from storage.tables.identity import identity
from storage.tables.nodes import nodes

NEWER_PBM = "a newer version of pbm"
OLDER_PBM = "a version of pbm from before the first release"
WAY_OUT = (
    "Use the version of pbm that created the database. Or move its finished games to a new data "
    'folder: run "pbm export games.jsonl" with the old version, and "pbm import games.jsonl '
    '--with-players" with this version. Then give each player a new password with '
    '"pbm admin player reset-password USERID"'
)
MIGRATIONS = Path(__file__).parent / "migrations"
VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's own table. It is defined here because alembic is loaded only for migrations."""
SCHEMA_LOCK = 71_900_101
"""The number of PostgreSQL's advisory lock for checking and upgrading the tables."""
COLUMNS = {
    "sqlite": "SELECT t.name, c.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = ANY (current_schemas(false))",
}
"""Queries for the names of all tables and columns. SQLAlchemy's inspector would need 10 ms each
time a program opens the database.
"""
OLDEST_VERSION = "oldest_version"
"""The variable of a migration with the oldest version whose pbm may work on its tables. Without the
variable, no older version may.
"""
BeforeUpgrade = Callable[[Sequence["Migration"]], None]
"""A function that is called with the pending migrations while no other process can upgrade."""


class UnknownSchemaError(Exception):
    """The tables belong neither to this pbm nor to an older one that it can upgrade."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration: the version of the tables afterwards, and a sentence for admins."""

    version: str
    summary: str


def prepare(connection: Connection, before_upgrade: BeforeUpgrade | None = None) -> str | None:
    """Creates or upgrades the tables in this transaction. Raises UnknownSchemaError.

    Returns the oldest version whose pbm may work on the new tables, or an empty string if only this
    one may. Returns None if there was nothing to do. An exception of `before_upgrade` prevents the
    upgrade.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(SCHEMA_LOCK)))
    tables = set(inspect(connection).get_table_names())
    if VERSION.name not in tables:
        if "player" in tables:
            raise UnknownSchemaError(f"the database was made by {OLDER_PBM}. {WAY_OUT}")
        initialize(connection)
        return _oldest()
    if waiting := waiting_migrations(connection):
        oldest = _oldest()
        _check_nodes(connection, oldest)
        if before_upgrade:
            before_upgrade(waiting)
        _migrate(connection)
        return oldest
    return None


def newest() -> str:
    """Returns the version of the tables that the models describe."""
    return max(_files())


def waiting_migrations(connection: Connection) -> tuple[Migration, ...]:
    """Returns the migrations that an existing database needs. Raises UnknownSchemaError.

    A newer pbm's tables need none if they are marked as usable by this version.
    """
    files, version = _files(), _version(connection)
    if version not in files:
        is_older = _is_incomplete(connection)
        if not is_older and _may_be_used(connection, version, max(files)):
            return ()
        age = OLDER_PBM if is_older else NEWER_PBM
        raise UnknownSchemaError(f"the tables (version {version}) are from {age}. {WAY_OUT}")
    waiting = sorted(each for each in files if each > version)
    if not waiting and _is_incomplete(connection):
        raise UnknownSchemaError(f"the tables are from {OLDER_PBM}. {WAY_OUT}")
    return tuple(Migration(each, _summary(files[each])) for each in waiting)


def _is_incomplete(connection: Connection) -> bool:
    """Whether the database lacks a column of the current schema. An older pbm made such a database.

    Until the first release, tables change without a new version.
    """
    columns = {tuple(row) for row in connection.execute(text(COLUMNS[connection.dialect.name]))}
    return any(
        (name, column.name) not in columns
        for name, table in SQLModel.metadata.tables.items()
        for column in table.columns
    )


def _may_be_used(connection: Connection, version: str | None, ours: str) -> bool:
    """Whether a pbm whose own schema version is `ours` may use tables of `version`."""
    if version is None or version < ours:
        return False
    oldest = connection.execute(select(identity.c.oldest_schema_version)).scalar()
    return bool(oldest) and ours >= str(oldest)


def _oldest() -> str:
    """Returns the oldest version whose pbm may work on the newest tables, or an empty string."""
    files = _files()
    for statement in ast.parse(files[max(files)].read_text()).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            names = [name.id for name in statement.targets if isinstance(name, ast.Name)]
            if OLDEST_VERSION in names:
                return str(statement.value.value)
    return ""


def _check_nodes(connection: Connection, oldest: str) -> None:
    """Raises UnknownSchemaError if a running server couldn't work on the newest tables."""
    # On SQLite, the lock of a running server keeps other programs from getting here.
    if connection.dialect.name == "sqlite":
        return
    columns = nodes.c.name, nodes.c.schema_version
    is_alive = nodes.c.stopped.is_(False) & (nodes.c.seen > func.now() - LEASE)
    for name, version in connection.execute(select(*columns).where(is_alive)):
        if not oldest or version < oldest:
            raise UnknownSchemaError(
                f"the tables need an upgrade, but the server {name} is still running an older "
                "version of pbm, which can't use upgraded tables. Stop that server first"
            )


def _files() -> dict[str, Path]:
    """Returns the files of the migrations, by the version that each leads to."""
    files = (MIGRATIONS / "versions").glob("v*.py")
    return {file.name[1:].partition("_")[0]: file for file in files}


def _summary(file: Path) -> str:
    """Returns the first line of a migration's docstring, without running the migration."""
    return (ast.get_docstring(ast.parse(file.read_text())) or "").partition("\n")[0]


def schema_version(connection: Connection) -> str:
    """Returns the version of the tables, or an empty string if none is stored."""
    if VERSION.name not in inspect(connection).get_table_names():
        return ""
    return _version(connection) or ""


def _version(connection: Connection) -> str | None:
    return connection.execute(select(VERSION.c.version_num)).scalar()


def initialize(connection: Connection) -> None:
    """Creates the tables of a new database, and stores their version."""
    if connection.dialect.name == "postgresql":
        set_postgresql_conditions(SQLModel.metadata)
    SQLModel.metadata.create_all(connection)
    VERSION.create(connection)
    connection.execute(insert(VERSION), {"version_num": newest()})


def _migrate(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - slow to load
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.upgrade(config, "head")
