"""`pbm move-database`, as an admin types it, from one SQLite file to another."""

import sqlite3
from contextlib import closing, nullcontext

import pytest

from commands.cli.database.moving import move_database
from commands.settings import Settings
from commands.system.only_server import only_server
from pbm.errors import NotAllowedError
from storage import open_database
from storage.admin.all_rows import RowRepository
from storage.boards.state.logs import BoardLogs
from storage.schema.schema_upgrade import newest
from tests.support.cases import cases

LINES = (
    "signup alice Xa1ice-X alice@example.org",
    "signup bob Yb0b-Yes bob@example.org",
    "knightpanic challenge alice bob",
    "knightpanic move 101 alice Xa1ice-X a1-c5",
)


@pytest.fixture
def played(shell_after):
    """Runs `pbm` where a game has begun."""
    return shell_after(*LINES)


def execute(file, *statements):
    with closing(sqlite3.connect(file)) as database, database:
        return [database.execute(each).fetchall() for each in statements]


def nothing_is_at(folder, name="new.db"):
    return not [path.name for path in folder.glob(f"{name}*") if path.name != f"{name}-server"]


def test_the_game_goes_on_in_the_new_database(played, tmp_path, monkeypatch):
    """All is there, the old file is as it was, and it is said which setting to change."""
    status, out, err = played("move-database", "sqlite:///new.db")
    assert (status, err) == (0, "")
    assert "1 board replayed, no differences found." in out
    assert "sqlite:///pbm-data/pbm.db hasn't changed" in out
    assert "set PBM_DATABASE to sqlite:///new.db" in out
    monkeypatch.setenv("PBM_DATABASE", "sqlite:///new.db")
    assert played("knightpanic", "move", "101", "bob", "Yb0b-Yes", "e7-c3")[0] == 0
    assert "move-database" in played("admin", "audit")[1]
    assert played("admin", "verify")[0] == 0
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


def test_the_old_database_is_left_behind(played, monkeypatch):
    """Once the new one is used, nothing opens the old one; and the other way round."""
    played("move-database", "sqlite:///new.db")
    assert played("signup", "carol", "Zc4r0l-Zz", "carol@example.org")[0] == 0
    monkeypatch.setenv("PBM_DATABASE", "sqlite:///new.db")
    status, _, err = played("knightpanic", "games")
    assert status == 2
    assert "it has lost the last" in err
    assert 'If you moved the database ("pbm move-database"), set PBM_DATABASE to the new one' in err


def test_the_setting_is_taken_out(played, tmp_path):
    """In the data folder, SQLite needs no setting: it is said where there is one."""
    played("move-database", "sqlite:///new.db")
    for file in (tmp_path / "pbm-data").glob("pbm.db*"):
        file.unlink()
    (tmp_path / "pbm.toml").write_text('database = "sqlite:///new.db"\n')
    out = played("move-database", "sqlite:///pbm-data/pbm.db")[1]
    assert f"remove PBM_DATABASE from {tmp_path / 'pbm.toml'}" in out


@pytest.mark.parametrize("name", ["new.db", "new.db-wal", "pbm-data/pbm.db"])
def test_a_place_that_is_in_use(played, tmp_path, name):
    """No file is replaced, and none of another database is taken for the new one's."""
    (tmp_path / name).touch()
    target = name.removesuffix("-wal")
    before = (tmp_path / name).read_bytes()
    status, _, err = played("move-database", f"sqlite:///{target}")
    assert (status, err) == (
        1,
        f"Nothing was moved, because {name} already exists. Give the path of a new file.\n",
    )
    assert (tmp_path / name).read_bytes() == before


@cases(
    ("url", "problem"),
    [
        ("new.db", "expected a URL such as sqlite:///PATH"),
        ("mysql://host/pbm", "expected a URL such as sqlite:///PATH"),
        ("sqlite://", "You can't move to an in-memory database"),
        ("sqlite:///nowhere/new.db", "No such file or directory"),
        ("postgresql+psycopg://pbm:s3cret@127.0.0.1:1/pbm", "can't be opened"),
    ],
)
def test_a_place_that_cant_be_used(played, tmp_path, url, problem):
    """It is said what is wrong, without the password, and nothing is there."""
    status, out, err = played("move-database", url)
    assert status
    assert problem in err
    assert "s3cret" not in out + err
    assert nothing_is_at(tmp_path)


def test_nothing_to_move(shell, tmp_path, monkeypatch):
    """Without a database none is made; one in memory ends with the command."""
    assert "The database" in shell("move-database", "sqlite:///new.db")[2]
    monkeypatch.setenv("PBM_DATABASE", "sqlite://")
    assert "in-memory" in shell("move-database", "sqlite:///new.db")[2]
    assert not any(tmp_path.iterdir())


def test_tables_of_a_newer_pbm(played, tmp_path):
    """An older pbm, which may work on them, would leave behind what it doesn't know."""
    file = tmp_path / "pbm-data" / "pbm.db"
    oldest = f"UPDATE identity SET oldest_schema_version = '{newest()}'"
    execute(file, oldest, "UPDATE alembic_version SET version_num = '9999'")
    assert played("knightpanic", "games")[0] == 0
    status, _, err = played("move-database", "sqlite:///new.db")
    assert status == 2
    assert "The database has schema version 9999" in err
    assert nothing_is_at(tmp_path)


def test_while_a_server_runs(played, tmp_path):
    """A running server would go on with the old database."""
    with only_server(tmp_path / "pbm-data" / "pbm.db"):
        status, _, err = played("move-database", "sqlite:///new.db")
    assert status == 2
    assert "A server is already running on pbm-data/pbm.db" in err
    assert nothing_is_at(tmp_path)


@pytest.mark.usefixtures("played")
def test_nobody_writes_meanwhile(tmp_path):
    """A database that is being moved can be read, but not changed: the mail would be lost."""
    settings = Settings()

    def try_to_write(boards):
        file = settings.database_file
        with closing(sqlite3.connect(file, timeout=0)) as other:
            assert other.execute("SELECT count(*) FROM board").fetchone() == (1,)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("DELETE FROM limit_count")
        return nullcontext(boards)

    with closing(open_database(settings.database_url)) as database:
        moved = move_database(database, settings, f"sqlite:///{tmp_path}/new.db", try_to_write)
    assert moved.boards == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_a_move_that_is_cut_off(played, tmp_path, error):
    """Nothing is there afterwards, and the next try succeeds."""

    def cut_off(_):
        raise error

    url, settings = f"sqlite:///{tmp_path}/new.db", Settings()
    with closing(open_database(settings.database_url)) as database:
        with pytest.raises((error, NotAllowedError)):
            move_database(database, settings, url, cut_off)
        assert nothing_is_at(tmp_path)
    assert played("move-database", "sqlite:///new.db")[0] == 0


def test_what_a_killed_move_left(played, tmp_path):
    """A file that wasn't complete is no database, and isn't in the way of the next try."""
    (tmp_path / "new.db.new").write_bytes(b"half of it")
    assert played("move-database", "sqlite:///new.db")[0] == 0
    assert not (tmp_path / "new.db.new").exists()


def test_a_row_that_doesnt_arrive(played, tmp_path, monkeypatch):
    """Each row is read back and compared before the new database is there."""
    put = RowRepository.put

    def forgetful(rows, table, values):
        put(rows, table, values[1:] if table.name == "player" else values)

    monkeypatch.setattr(RowRepository, "put", forgetful)
    status, _, err = played("move-database", "sqlite:///new.db")
    assert status == 1
    assert "player isn't correct: it has 1 row instead of 2" in err
    assert nothing_is_at(tmp_path)


def test_a_value_that_changes_on_the_way(played, tmp_path, monkeypatch):
    """The same number of rows isn't enough."""
    put = RowRepository.put

    def careless(rows, table, values):
        changed = [tuple("x" if each == "alice" else each for each in row) for row in values]
        put(rows, table, changed)

    monkeypatch.setattr(RowRepository, "put", careless)
    assert "isn't correct: some values differ" in played("move-database", "sqlite:///new.db")[2]
    assert nothing_is_at(tmp_path)


def test_a_damaged_board_moves_with_the_others(played, tmp_path):
    """It is frozen in both databases, and told; a healthy one that differs would stop the move."""
    execute(tmp_path / "pbm-data" / "pbm.db", "UPDATE board SET checksum = 'another'")
    status, out, _ = played("move-database", "sqlite:///new.db")
    assert status == 0
    assert "1 board replayed, 1 damaged (also in the old database)" in out
    assert "the log leads to a different checksum" in out


def test_a_board_that_the_move_damaged(played, tmp_path, monkeypatch):
    """A board that replays in the old database alone stops the move."""
    answers = iter(["the log leads to a different ply", ""])
    monkeypatch.setattr(BoardLogs, "damage", lambda *_: next(answers))
    status, _, err = played("move-database", "sqlite:///new.db")
    assert status == 1
    assert "the copy of knightpanic 101 is damaged: the log leads to a different ply" in err
    assert nothing_is_at(tmp_path)


def test_a_value_that_cant_be_read(played, tmp_path):
    """The table is named, and the command that finds the damage; the value isn't quoted."""
    execute(tmp_path / "pbm-data" / "pbm.db", "UPDATE board SET begun = 's3cret'")
    status, _, err = played("move-database", "sqlite:///new.db")
    assert status == 1
    assert "can't copy the table board" in err
    assert "pbm admin verify" in err
    assert "s3cret" not in err
    assert nothing_is_at(tmp_path)


def test_the_relay_is_still_the_same_folder(played, tmp_path, monkeypatch):
    """Beside another database, mails go on into the Maildir in the data folder."""
    with closing(open_database(Settings().database_url)) as database, database.work() as work:
        work.server_settings.put({"address": "pbm@localhost", "relay": "maildir:"})
    assert played("move-database", "sqlite:///new.db")[0] == 0
    monkeypatch.setenv("PBM_DATABASE", "sqlite:///new.db")
    monkeypatch.setenv("PBM_RELAY", "maildir:")
    assert played("knightpanic", "games")[0] == 0
    ((rows,),) = execute(tmp_path / "new.db", "SELECT value FROM server_setting WHERE name='relay'")
    assert rows == (f"maildir:{tmp_path}/pbm-data/outbox",)
