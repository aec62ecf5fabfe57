"""A PostgreSQL server of the tests' own, and a database that one test after another uses."""

import secrets
from contextlib import contextmanager

from sqlalchemy import create_engine, insert, select, text

from storage import open_database
from storage.tables.identity import identity
from storage.tables.players import players
from tests.support.killable_postgresql import killable_postgresql
from tests.support.paths import FOLDER

SHAPE = """
    SELECT md5(string_agg(line, ';' ORDER BY line)) FROM (
        SELECT table_name || column_name || data_type || ordinal_position AS line
        FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint
        UNION ALL SELECT tgname::text || tgenabled::text FROM pg_trigger
        UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        UNION ALL SELECT setconfig::text FROM pg_db_role_setting
        UNION ALL SELECT version_num FROM alembic_version
    ) AS lines
"""
"""The query of a digest of all that a test can change but rows."""
UNSYNCED = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off")
"""The options of a server whose machine doesn't fail."""
RESTART = """
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences
"""


@contextmanager
def postgresql():
    """Runs a server; yields the URL of its database."""
    with killable_postgresql(*UNSYNCED, place=FOLDER) as server:
        yield server.url


class SharedDatabase:
    """A database with tables and no rows, whose tables are made once: that takes longest."""

    def __init__(self, url):
        self.url = url
        self._engine = create_engine(url)
        self._shape = self._identity = None

    def prepare(self):
        """Makes the tables, unless they are there."""
        if self._shape is None:
            open_database(self.url).close()
            self._shape = self._read_shape()
            with self._engine.begin() as connection:
                self._identity = connection.execute(select(identity)).one()._asdict()

    def clean(self):
        """Deletes all rows; drops tables that a test has changed."""
        if self._shape is None or self._read_shape() != self._shape:
            self.drop()
            return
        with self._engine.begin() as connection:
            tables = reversed(players.metadata.sorted_tables)
            connection.exec_driver_sql(";".join(f'DELETE FROM "{each}"' for each in tables))
            new = {**self._identity, "name": secrets.token_hex(8)}
            connection.execute(insert(identity).values(new))
            connection.execute(text(RESTART))

    def drop(self):
        """Drops the tables, whoever has made them."""
        self._shape = None
        with self._engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")

    def close(self):
        """Closes the connection."""
        self._engine.dispose()

    def _read_shape(self):
        with self._engine.begin() as connection:
            return connection.execute(text(SHAPE)).scalar()
