"""A site moves from SQLite to PostgreSQL and back, with all that it has ever stored."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import psycopg
import pytest

from storage import open_database
from storage.admin.nodes import Node
from tests.support.old_databases import VERSIONS, filled_versions, load

OURS = ("audit", "server_setting", "identity")
"""The tables that a move changes itself."""


@pytest.fixture
def filled(shell, tmp_path):
    """Runs `pbm` on a database of SQLite in which all tables of the time are filled."""
    data = tmp_path / "pbm-data"
    data.mkdir(mode=0o700)
    shell.replies = load(filled_versions()[-1], f"sqlite:///{data / 'pbm.db'}", data)
    assert shell("admin", "verify")[0] == 0  # it is upgraded
    return shell


def rows_of(file):
    """Returns the rows of each table."""
    with closing(sqlite3.connect(file)) as database:
        names = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        tables = sorted(name for (name,) in names if name not in OURS)
        return {
            name: sorted(map(repr, database.execute(f"SELECT * FROM {name}"))) for name in tables
        }


def use(monkeypatch, url):
    """Lets `pbm` use another database from now on."""
    monkeypatch.setenv("PBM_DATABASE", url)


@pytest.mark.slow
def test_everything_goes_there_and_back(filled, new_databases, tmp_path, monkeypatch):
    """Each row of each table is the same after two moves; the game goes on in each database."""
    (url,) = new_databases(1)
    before = rows_of(tmp_path / "pbm-data" / "pbm.db")
    status, out, err = filled("move-database", url)
    assert (status, err) == (0, "")
    assert "all lead to what is stored" in out
    use(monkeypatch, url)
    assert filled("move-database", "sqlite:///back.db")[0] == 0
    assert rows_of(tmp_path / "back.db") == before
    assert sum(map(len, before.values())) > 100


@pytest.mark.slow
def test_new_rows_get_new_ids(filled, new_databases, monkeypatch):
    """On PostgreSQL, ids and the count of commits go on where SQLite's have ended."""
    (url,) = new_databases(1)
    assert filled("move-database", url)[0] == 0
    use(monkeypatch, url)
    assert filled("signup", "newcomer", "seven-knights", "newcomer@example.org")[0] == 0
    reply, before = filled.replies[0], plies(url)
    words = ("receive", "--from", reply.author, "--to", reply.to)
    assert filled(*words, stdin=reply.content)[0] == 0
    assert plies(url) == before + 1
    assert filled("admin", "verify")[0] == 0


def plies(url):
    return execute(url, "SELECT sum(ply) FROM board")[0][0]


def test_a_database_in_use_on_postgresql(filled, new_databases):
    """Nothing is added to a database that has tables."""
    (url,) = new_databases(1)
    execute(url, "CREATE TABLE other ()")
    status, _, err = filled("move-database", url)
    assert (status, err) == (1, "Nothing was moved: the database isn't empty.\n")


@pytest.mark.slow
def test_a_row_that_postgresql_refuses(filled, new_databases, tmp_path):
    """Then nothing is there, not even tables, and the table is named."""
    (url,) = new_databases(1)
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE player SET userid = 'a' || char(0) || 's3cret'")
    status, out, err = filled("move-database", url)
    assert status == 1
    assert "the table player can't be copied" in err
    assert "s3cret" not in out + err
    assert execute(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_a_node_that_runs(filled, new_databases, tmp_path, monkeypatch):
    """All nodes of a site on PostgreSQL must have stopped; a dead one is known after a while."""
    (url,) = new_databases(1)
    assert filled("move-database", url)[0] == 0
    use(monkeypatch, url)
    register_node(url, timedelta(0))
    status, _, err = filled("move-database", "sqlite:///back.db")
    assert status == 2
    assert "north on host1" in err
    assert not (tmp_path / "back.db").exists()
    register_node(url, timedelta(minutes=1))
    assert filled("move-database", "sqlite:///back.db")[0] == 0
    with closing(open_database("sqlite:///back.db")) as database, database.snapshot() as work:
        assert not work.nodes.find("north").draining


def register_node(url, silent):
    """Registers a node that has given no sign of life for a while."""
    with closing(open_database(url)) as database, database.work() as work:
        seen = database.clock.now() - silent
        words = ("north", "0123", "host1", "pbm-data", "place", "1.0", VERSIONS[-1], "smtp")
        work.nodes.put(Node(*words, seen, seen, draining=True))


@pytest.mark.slow
def test_nobody_writes_to_postgresql_meanwhile(filled, new_databases):
    """Others read what is being moved, and wait to change it."""
    (url,) = new_databases(1)
    assert filled("move-database", url)[0] == 0
    with closing(open_database(url)) as database, database.without_writers() as work:
        assert work.overview.existing()
        with pytest.raises(psycopg.errors.LockNotAvailable):
            execute(url, "SET lock_timeout = 10; DELETE FROM held")


def execute(url, statement):
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []
