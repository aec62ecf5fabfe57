"""Find the upgrade that a database needs, without changing anything in it."""

from dataclasses import dataclass

from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from storage.error_kinds import opening_problem
from storage.reading import read_only
from storage.schema.schema_upgrade import (
    VERSION,
    Migration,
    UnknownSchemaError,
    newest,
    waiting_migrations,
)

SIZES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}


@dataclass(frozen=True, slots=True)
class UpgradeCheck:
    """The upgrade that this pbm would make of a database."""

    newest: str
    """The version of the tables that this pbm uses."""
    migrations: tuple[Migration, ...]
    """The pending migrations, in order."""
    size: int
    """The size of the database in bytes."""


def check_upgrade(url: str) -> UpgradeCheck:
    """Returns the upgrade that the database at this URL needs.

    Raises ConnectionError if the database can't be reached, or is of a newer or unknown pbm.
    """
    try:
        with read_only(url) as connection:
            size = connection.execute(text(SIZES[connection.dialect.name])).scalar_one()
            waiting = _waiting(connection)
    except (DBAPIError, UnknownSchemaError) as error:
        reason = opening_problem(error, url)
        raise ConnectionError(f"the database can't be opened: {reason}") from error
    return UpgradeCheck(newest(), waiting, int(size))


def _waiting(connection: Connection) -> tuple[Migration, ...]:
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        return ()  # Opening it creates the tables, or reports that they are unknown.
    return waiting_migrations(connection)
