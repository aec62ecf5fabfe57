"""Databases of older and newer versions: they are migrated or refused, and nothing is lost."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from hashlib import sha256

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from storage import open_database
from storage.admin.nodes import Node
from storage.schema import schema_upgrade
from tests.support.newer_pbm import NEXT, OLDER_MAY_WORK, SLIP, THIS
from tests.support.site import NOON

RECORDED = "0001", "8e488e203659295ff08c482bc39235d3c1f19542e8ff6579ff85944011d46162"
"""The newest version, and a digest of its tables: docs/contributing.md says what changes them."""


ON_SQLITE = pytest.mark.parametrize("empty_database_url", ["sqlite"], indirect=True)


@pytest.fixture
def look(empty_database_url):
    """Runs statements on the database, bypassing our code; returns the last one's rows."""
    engine = create_engine(empty_database_url)

    def run(*statements):
        with engine.begin() as connection:
            results = [connection.execute(text(each)) for each in statements]
            return results[-1].all() if results[-1].returns_rows else None

    yield run
    engine.dispose()


@pytest.fixture
def older(empty_database_url):
    """A database of this version, with one player in it; returns its URL."""
    with closing(open_database(empty_database_url)) as database, database.work() as work:
        work.players.add("alice", "hash", ["alice@example.org"], NOON)
    return empty_database_url


def use(url):
    """Returns the userid of alice, as a server finds it."""
    with closing(open_database(url)) as database, database.work() as work:
        found = work.players.find("alice")
        return found and found.userid


def version(look):
    return look("SELECT version_num FROM alembic_version")


@ON_SQLITE
def test_a_new_database_tells_its_version(empty_database_url, look):
    """A database with a current version isn't changed when it is opened again."""
    assert use(empty_database_url) is None
    assert use(empty_database_url) is None
    assert version(look) == [(THIS,)]


def test_each_change_of_the_tables_has_a_migration():
    """The tables that the models describe are those recorded for the newest version."""
    with create_engine("sqlite://", poolclass=NullPool).begin() as connection:
        schema_upgrade.initialize(connection)
        tables = "\n".join(sorted(connection.connection.iterdump()))
    assert (schema_upgrade.newest(), sha256(tables.encode()).hexdigest()) == RECORDED


def test_an_older_database_is_brought_up_to_date(older, look, newer_pbm):
    """The first process that opens it migrates it, and nothing in it is lost."""
    newer_pbm()
    assert use(older) == "Alice"
    assert use(older) == "Alice"
    assert version(look) == [(NEXT,)]
    assert look("SELECT colour FROM board") == []


def test_a_migration_that_fails_changes_nothing(older, look, newer_pbm, monkeypatch):
    """The older server still works with it."""
    newer_pbm(SLIP)
    with pytest.raises(OSError, match="a slip"):
        use(older)
    monkeypatch.undo()
    assert version(look) == [(THIS,)]
    assert use(older) == "alice"
    with pytest.raises(DBAPIError, match="colour"):
        look("SELECT colour FROM board")


@ON_SQLITE
def test_a_newer_database_is_refused(older, look, newer_pbm, monkeypatch):
    """The error names its version, and nothing is changed."""
    newer_pbm()
    use(older)
    monkeypatch.undo()
    with pytest.raises(
        ConnectionError, match=rf"the tables \(version {NEXT}\) are from a newer version of pbm"
    ):
        use(older)
    assert version(look) == [(NEXT,)]


@ON_SQLITE
@pytest.mark.parametrize("version", ["0008", THIS])
@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE vacation",
        "DROP TABLE alembic_version",
        "ALTER TABLE tournament_board DROP COLUMN ends",
    ],
)
def test_an_older_database_is_refused_with_a_way_out(older, look, version, statement):
    """It lacks a table or column, whatever its version; its finished games can be brought over."""
    look(f"UPDATE alembic_version SET version_num = '{version}'", statement)
    with pytest.raises(ConnectionError, match="version of pbm from before the first") as refused:
        use(older)
    assert "pbm import games.jsonl --with-players" in str(refused.value)


def test_a_refused_database_in_the_shell(shell, tmp_path):
    """One sentence says what is wrong with it."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("UPDATE identity SET oldest_schema_version = '9999'")
    status, out, err = shell("knightpanic", "games", "alice")
    assert (status, out) == (2, "")
    assert "can't be opened: the tables (version 9999) are from a newer version of pbm" in err


def test_several_at_once_bring_it_up_to_date(older, newer_pbm):
    """One process migrates it, and the others wait."""
    newer_pbm()
    barrier = threading.Barrier(4)

    def start(_):
        barrier.wait()
        return use(older)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(start, range(4))) == ["Alice"] * 4


def test_several_at_once_make_it(empty_database_url):
    """The tables of a new database are made once."""
    barrier = threading.Barrier(4)

    def start(_):
        barrier.wait()
        return use(empty_database_url)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(start, range(4))) == [None] * 4


def test_a_newer_database_may_allow_an_older_pbm(older, look, newer_pbm, monkeypatch):
    """Servers of both versions open it, and each sees what the other has stored."""
    newer_pbm(OLDER_MAY_WORK)
    use(older)
    store(older, "newer")
    monkeypatch.undo()
    store(older, "older")
    assert len(look("SELECT * FROM server_setting")) == 2
    assert version(look) == [(NEXT,)]


def store(url, name):
    with closing(open_database(url)) as database, database.work() as work:
        work.server_settings.put({**work.server_settings.all(), name: "was here"})


def add_node(empty_database_url, schema_version, seen_before=timedelta()):
    with closing(open_database(empty_database_url)) as database, database.work() as work:
        now = database.clock.now() - seen_before
        node = Node("web1", "random", "host", "/data", "", "0.1", schema_version, "", now, now)
        work.nodes.put(node)


@pytest.mark.parametrize(("end", "is_refused"), [("", True), (OLDER_MAY_WORK, False)])
def test_no_upgrade_under_a_server_that_couldnt_go_on(new_databases, newer_pbm, end, is_refused):
    """It is named; one that may work on the newer tables does so meanwhile."""
    (url,) = new_databases(1)
    add_node(url, THIS)
    newer_pbm(end)
    if is_refused:
        with pytest.raises(
            ConnectionError,
            match="the server web1 is still running an older version of pbm, which can't",
        ):
            use(url)
    else:
        assert use(url) is None


def test_a_dead_server_holds_up_no_upgrade(new_databases, newer_pbm):
    """It has sent no heartbeat for a minute."""
    (url,) = new_databases(1)
    add_node(url, THIS, timedelta(minutes=1))
    newer_pbm()
    assert use(url) is None
