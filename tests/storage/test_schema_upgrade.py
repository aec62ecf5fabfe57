"""Databases of older and newer versions: they are migrated or refused, and nothing is lost."""

import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import SQLModel

from storage import open_database
from storage.admin.nodes import Node
from storage.schema_upgrade import MIGRATIONS, newest
from tests.support.paths import TESTS

OLD = TESTS / "schema"
"""The tables of the first version, as each kind of database was told to make them."""
NEXT = f"{int(newest(MIGRATIONS)) + 1:04}"
CHANGE = f'''"""Boards get a colour, all the same one."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{newest(MIGRATIONS)}"


def upgrade() -> None:
    with op.batch_alter_table("board") as board:
        board.add_column(sa.Column("colour", sa.String(), nullable=False, server_default="oak"))
    op.execute("UPDATE player SET userid = 'Alice'")
'''
SLIP = "    raise OSError('a slip')\n"


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
def next_pbm(tmp_path):
    """Migrations with one more, whose end may be changed."""

    def make(end=""):
        made = tmp_path / f"migrations{len(end)}"
        shutil.copytree(MIGRATIONS, made)
        (made / "versions" / f"v{NEXT}_colour.py").write_text(CHANGE + end)
        return made

    return make


def make_old(url, look):
    """Creates a database of the first version, with one player in it."""
    kind = url.partition(":")[0].partition("+")[0]
    look(*(OLD / f"0001.{kind}.sql").read_text().split(";\n")[:-1])
    look(
        "INSERT INTO player (id, key, userid, password_hash, joined, robot)"
        " VALUES (1, 'alice', 'alice', 'hash', '2026-01-01 12:00:00', '')"
    )


def use(url, migrations=MIGRATIONS):
    """Returns the userid of alice, as a server with these migrations finds it."""
    with closing(open_database(url, migrations)) as database, database.work() as work:
        found = work.players.find("alice")
        return found and found.userid


def version(look):
    return look("SELECT version_num FROM alembic_version")


def test_a_new_database_tells_its_version(empty_database_url, look):
    """A database with a current version isn't changed when it is opened again."""
    assert use(empty_database_url) is None
    assert use(empty_database_url) is None
    assert version(look) == [(newest(MIGRATIONS),)]


@pytest.mark.filterwarnings("ignore:.*expression-based index")  # SQLite lacks that
def test_each_change_of_the_tables_has_a_migration(empty_database_url, look):
    """The first version's tables, migrated, are those of the models."""
    make_old(empty_database_url, look)
    assert use(empty_database_url) == "alice"
    engine = create_engine(empty_database_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), SQLModel.metadata) == []
    engine.dispose()


def test_an_older_database_is_brought_up_to_date(empty_database_url, look, next_pbm):
    """The first process that opens it migrates it, and nothing in it is lost."""
    make_old(empty_database_url, look)
    migrations = next_pbm()
    assert use(empty_database_url, migrations) == "Alice"
    assert use(empty_database_url, migrations) == "Alice"
    assert version(look) == [(NEXT,)]
    assert look("SELECT colour FROM board") == []


def test_who_is_unreachable_already_has_a_time(empty_database_url, look):
    """Clocks that stood still without limit stand still for 14 days, and then run again."""
    make_old(empty_database_url, look)
    look("INSERT INTO unreachable VALUES (1, '2026-03-01 12:00:00', FALSE)")
    with closing(open_database(empty_database_url)) as database, database.work() as work:
        stop = work.players.find("alice").standstill
    assert stop.since.date().isoformat() == "2026-03-01"
    assert stop.length.days == 14


def test_a_migration_that_fails_changes_nothing(empty_database_url, look, next_pbm):
    """The older server still works with it."""
    make_old(empty_database_url, look)
    with pytest.raises(OSError, match="a slip"):
        use(empty_database_url, next_pbm(SLIP))
    assert version(look) == [("0001",)]
    assert use(empty_database_url) == "alice"
    with pytest.raises(DBAPIError, match="colour"):
        look("SELECT colour FROM board")


def test_a_newer_database_is_refused(empty_database_url, look, next_pbm):
    """The error names its version, and nothing is changed."""
    use(empty_database_url, next_pbm())
    with pytest.raises(ConnectionError, match=f"its tables are of version {NEXT}, of a newer pbm"):
        use(empty_database_url)
    assert version(look) == [(NEXT,)]


def test_a_database_without_a_version(empty_database_url, look):
    """The database is accepted if its tables are like ours, and refused otherwise."""
    use(empty_database_url)
    look("DROP TABLE alembic_version")
    assert use(empty_database_url) is None
    assert version(look) == [(newest(MIGRATIONS),)]
    look("DROP TABLE alembic_version", "ALTER TABLE board DROP COLUMN hints")
    with pytest.raises(ConnectionError, match="a pbm from before the first release"):
        use(empty_database_url)


def test_a_refused_database_in_the_shell(shell, tmp_path):
    """One sentence says what is wrong with it."""
    assert shell("signup", "alice", "Xa1ice-X", "alice@example.org")[0] == 0
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("UPDATE identity SET oldest_schema_version = '9999'")
    status, out, err = shell("knightpanic", "games", "alice")
    assert (status, out) == (2, "")
    assert "the database can't be opened: its tables are of version 9999, of a newer pbm" in err


def test_several_at_once_bring_it_up_to_date(empty_database_url, look, next_pbm):
    """One process migrates it, and the others wait."""
    make_old(empty_database_url, look)
    migrations, barrier = next_pbm(), threading.Barrier(4)

    def start(_):
        barrier.wait()
        return use(empty_database_url, migrations)

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


OLDEST = f'\n\noldest_version = "{newest(MIGRATIONS)}"\n'


def test_a_newer_database_may_allow_an_older_pbm(empty_database_url, look, next_pbm):
    """Servers of both versions open it at once, and each sees what the other has stored."""
    newer = next_pbm(OLDEST)
    use(empty_database_url, newer)
    for migrations in (MIGRATIONS, newer):
        with (
            closing(open_database(empty_database_url, migrations)) as database,
            database.work() as work,
        ):
            work.server_settings.put({**work.server_settings.all(), str(migrations): "was here"})
    assert len(look("SELECT * FROM server_setting")) == 2
    assert version(look) == [(NEXT,)]


def add_node(empty_database_url, schema_version, seen_before=timedelta()):
    with closing(open_database(empty_database_url)) as database, database.work() as work:
        now = database.clock.now() - seen_before
        node = Node("web1", "random", "host", "/data", "", "0.1", schema_version, "", now, now)
        work.nodes.put(node)


@pytest.mark.parametrize(("end", "is_refused"), [("", True), (OLDEST, False)])
def test_no_upgrade_under_a_server_that_couldnt_go_on(new_databases, next_pbm, end, is_refused):
    """It is named; one that may work on the newer tables does so meanwhile."""
    (url,) = new_databases(1)
    add_node(url, newest(MIGRATIONS))
    if is_refused:
        with pytest.raises(ConnectionError, match="the server web1, of an older pbm, can't work"):
            use(url, next_pbm(end))
    else:
        assert use(url, next_pbm(end)) is None


def test_a_dead_server_holds_up_no_upgrade(new_databases, next_pbm):
    """It has given no sign of life for a minute."""
    (url,) = new_databases(1)
    add_node(url, newest(MIGRATIONS), timedelta(minutes=1))
    assert use(url, next_pbm()) is None
