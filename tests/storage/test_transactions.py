"""Transactions on PostgreSQL whose connections are lost, or lead to a read-only host."""

from contextlib import suppress

import pytest
from sqlalchemy import create_engine, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from storage import UnknownCommitError, is_transient, open_database
from storage.errors import is_of_database
from storage.sql.prepared import Prepared
from storage.tables.server import server_settings
from storage.transactions import TIMEOUTS
from tests.support.database_proxy import AFTER, BEFORE, WITHOUT_ANSWER, DatabaseProxy
from tests.support.site import NOON

pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


@pytest.fixture
def proxy(database_url):
    """A proxy between pbm and the database."""
    made = DatabaseProxy(database_url)
    yield made
    made.close()


@pytest.fixture
def database(proxy):
    """A database behind the proxy."""
    made = open_database(proxy.url)
    yield made
    made.close()


def add(database, name):
    with database.work() as work:
        work.players.add(name, "hash", [], NOON)


def find(database, name):
    with database.work() as work:
        return work.players.find(name)


@pytest.mark.parametrize(("place", "stored"), [(BEFORE, False), (WITHOUT_ANSWER, True)])
def test_a_commit_whose_answer_is_lost_is_unknown(proxy, database, place, stored):
    """It may be stored or not; whatever it was, it is to be tried again later."""
    proxy.cut = place
    with pytest.raises(UnknownCommitError) as error:
        add(database, "alice")
    assert is_transient(error.value)
    assert is_of_database(error.value)
    assert proxy.cuts == 1
    assert database.problem == "the database is unreachable"
    assert bool(find(database, "alice")) is stored


def test_a_kept_connection_that_was_lost_is_made_again(proxy, database):
    """Nobody notices: nothing was done on it yet."""
    proxy.cut = AFTER
    add(database, "alice")
    proxy.cut_all()
    add(database, "bob")
    proxy.cut_all()
    assert find(database, "bob")


def test_a_host_that_has_become_read_only_is_left(database):
    """After a failover the connections to the old host are made again."""
    find(database, "alice")
    connection = database.engine.raw_connection()
    connection.cursor().execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    connection.commit()
    connection.close()
    add(database, "alice")
    assert find(database, "alice")


def test_the_first_host_that_takes_changes_is_used(database_url):
    """The URL may name several hosts, of which some are gone."""
    url = make_url(database_url)
    hosts = (f"{url.query['host']}/nowhere", url.query["host"])
    several = url.set(query={"host": hosts, "target_session_attrs": "read-write"})
    database = open_database(several.render_as_string(hide_password=False))
    add(database, "alice")
    database.close()


def test_timeouts_hold_for_the_transaction_alone(database):
    """The next one on the connection may be another program's; what a role has set counts."""

    def told(connection):
        return [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in TIMEOUTS]

    with database.work() as work:
        assert told(work.connection) == ["30s", "1min", "1min"]
    with database.engine.connect() as connection:
        assert told(connection) == ["0", "0", "0"]
        connection.exec_driver_sql("SET lock_timeout = '5s'")
        connection.commit()
    with database.work() as work:
        assert told(work.connection) == ["5s", "1min", "1min"]


def test_a_lock_is_waited_for_no_longer_than_that(database_url):
    """A stopped program with a lock keeps nobody for ever."""
    engine = create_engine(database_url)
    with engine.begin() as connection:
        name = make_url(database_url).database
        connection.exec_driver_sql(f'ALTER DATABASE "{name}" SET lock_timeout = 50')
    database = open_database(database_url)
    try:
        with database.work() as first:
            first.limit_counts.lock("key")
            with pytest.raises(Exception, match="lock timeout") as error, database.work() as second:
                second.limit_counts.lock("key")
        assert is_transient(error.value)
    finally:
        database.close()
        with engine.begin() as connection:
            connection.exec_driver_sql(f'ALTER DATABASE "{name}" RESET lock_timeout')
        engine.dispose()


READ = Prepared(select(server_settings))


def pid_of(work):
    return work.connection.exec_driver_sql("select pg_backend_pid()").scalar()


@pytest.mark.slow
def test_the_server_prepares_statements(database):
    """After a few executions, unless the driver was told not to, as behind a pooler."""
    known = (
        "select count(*) from pg_prepared_statements where strpos(statement, 'server_setting') > 0"
    )
    counts = []
    with database.work() as work:
        for threshold in (None, 5):
            work.connection.connection.dbapi_connection.prepare_threshold = threshold
            for _ in range(10):
                work.connection.rows(READ)
            counts.append(work.connection.exec_driver_sql(known).scalar())
    assert counts == [0, 1]


@pytest.mark.slow
def test_a_connection_that_is_lost_under_a_prepared_statement(database, database_url):
    """The error says so, the database is out of reach, and the next transaction goes on."""
    other = open_database(database_url)

    def lose():
        with database.work() as work:
            work.connection.rows(READ)
            with other.work() as another:
                kill = f"select pg_terminate_backend({pid_of(work)}, 5000)"
                another.connection.exec_driver_sql(kill)
            with suppress(DBAPIError):
                work.connection.rows(READ)
            work.connection.rows(READ)

    with pytest.raises(DBAPIError) as error:
        lose()
    assert error.value.connection_invalidated
    assert database.problem == "the database is unreachable"
    with database.work() as work:
        assert work.connection.rows(READ) == []
    other.close()
