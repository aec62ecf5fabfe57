"""What the SQLite databases of a process share in tests: compiled statements, and the schema."""

from functools import cache

from sqlalchemy import create_engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.pool import NullPool

from storage import engine
from storage.schema import schema_upgrade


class EqualDialect(SQLiteDialect_pysqlite):
    """A dialect equal to all others of its class, so that they find one another's statements."""

    supports_statement_cache = True

    def __eq__(self, other):
        return isinstance(other, EqualDialect)

    def __hash__(self):
        return hash(EqualDialect)


def hasten_databases():
    """Has this process open and make SQLite databases faster: nothing that tests see differs."""
    statements = {}
    make_engine, make_tables = engine.create_engine, schema_upgrade.initialize

    def make_quick(url, **options):
        made = make_engine(url, **options)
        if made.dialect.name == "sqlite":
            made.dialect.__class__ = EqualDialect
            made.update_execution_options(compiled_cache=statements)
            event.listen(made, "connect", _do_not_sync)
        return made

    @cache
    def schema(_version):
        with create_engine("sqlite://", poolclass=NullPool).begin() as connection:
            make_tables(connection)
            return [*connection.connection.iterdump()][1:-1]  # between BEGIN and COMMIT

    def copy_tables(connection):
        if connection.dialect.name != "sqlite":
            make_tables(connection)
            return
        for statement in schema(schema_upgrade.newest()):
            connection.connection.driver_connection.execute(statement)

    engine.create_engine, schema_upgrade.initialize = make_quick, copy_tables


def _do_not_sync(connection, _record):
    connection.execute("PRAGMA synchronous=OFF")
