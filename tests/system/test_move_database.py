"""A site moves from SQLite to PostgreSQL and back, with all that it has ever stored."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import psycopg
import pytest

from storage import open_database
from storage.admin.nodes import Node
from storage.schema.schema_upgrade import newest
from tests.support.site import PLAYERS, simple_mail

OURS = ("audit", "server_setting", "identity")
"""The tables that a move changes itself."""


GAMES = ("knightpanic -size=9", "knightsdance", "knightsduel", "madknights -seed=7", "trailblazer")
ALICE, BOB, CAROL = (f"{name} {password}" for name, (password, _) in PLAYERS.items())
LINES = (
    *(f"signup {name} {password} {address}" for name, (password, address) in PLAYERS.items()),
    "knightpanic challenge -size=9 alice bob",
    *(f"{game.split()[0]} challenge {' '.join(game.split()[1:])} alice bob" for game in GAMES[1:3]),
    f"{GAMES[3].replace(' ', ' challenge ')} alice bob carol",
    "trailblazer challenge alice bob",
    "knightpanic challenge robot1 bob",
    f"knightpanic move 101 {ALICE} a1-c5",
    f"trailblazer resign 101 {ALICE}",
    f"knightsdance subscribe 101 {CAROL}",
    f"change delivery {CAROL} daily 18 Europe/Berlin",
    f"change format {ALICE} spoken",
    f"block {CAROL} bob",
    f"knightpanic seek {CAROL} 2",
    f"knightsduel notify {CAROL}",
    "forgot bob",
    "tick",
)
"""Lines that fill most tables."""


@pytest.fixture
def filled(shell_after, tmp_path):
    """Runs `pbm` on a database of SQLite in which most tables are filled."""
    shell = shell_after(*LINES)
    paths = (tmp_path / "pbm-data" / "outbox" / "new").iterdir()
    written = sorted(paths, key=lambda path: path.stat().st_mtime_ns)
    mails = [message_from_bytes(path.read_bytes(), policy=default) for path in written]
    asked = [mail for mail in mails if "Knight Panic Board 101" in mail["Subject"]]
    shell.mail = [mail for mail in asked if mail["To"] == PLAYERS["bob"][1]][-1]
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
    assert "no differences found" in out
    use(monkeypatch, url)
    assert filled("move-database", "sqlite:///back.db")[0] == 0
    assert rows_of(tmp_path / "back.db") == before
    assert sum(map(len, before.values())) > 80


@pytest.mark.slow
def test_new_rows_get_new_ids(filled, new_databases, monkeypatch):
    """On PostgreSQL, ids and the count of commits go on where SQLite's have ended."""
    (url,) = new_databases(1)
    assert filled("move-database", url)[0] == 0
    use(monkeypatch, url)
    assert filled("signup", "newcomer", "seven-knights", "newcomer@example.org")[0] == 0
    mail, before = filled.mail, plies(url)
    words = ("receive", "--from", mail["To"], "--to", mail["Reply-To"])
    legal = json.loads(filled("--json", "knightpanic", "legal", "101")[1])["data"]["moves"]
    content = simple_mail(mail["To"], f"Re: {mail['Subject']}", legal[0])
    assert filled(*words, stdin=content)[0] == 0
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
    assert "can't copy the table player" in err
    assert "s3cret" not in out + err
    assert execute(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


def test_a_node_that_runs(filled, new_databases, tmp_path, monkeypatch):
    """All nodes on PostgreSQL must have stopped; a dead one is known after a while."""
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
    """Registers a node that has sent no heartbeat for a while."""
    with closing(open_database(url)) as database, database.work() as work:
        seen = database.clock.now() - silent
        words = ("north", "0123", "host1", "pbm-data", "place", "1.0", newest(), "smtp")
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
