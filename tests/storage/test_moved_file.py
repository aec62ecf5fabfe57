"""SQLite's file is moved away or replaced while it is open: nothing is stored there."""

import shutil
from contextlib import closing
from datetime import UTC, datetime

import pytest

from storage import is_transient, open_database
from storage.moved_file import MovedDatabaseError

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pbm.db"


@pytest.fixture
def database(path):
    with closing(open_database(f"sqlite:///{path}")) as database:
        yield database


def sign_up(database, userid, and_then=lambda: None):
    with database.work() as work:
        work.players.add(userid, "hash", [f"{userid}@example.org"], AT)
        and_then()


def count(database):
    with database.snapshot() as work:
        return work.players.count()


def fails(database, problem):
    """Checks that nothing is stored or read, that the reason is told, and that it may pass."""
    for act in (lambda: sign_up(database, "bob"), lambda: count(database)):
        with pytest.raises(Exception, match=problem) as caught:
            act()
        assert is_transient(caught.value)
    assert database.problem == problem


def test_a_file_moved_away(database, path):
    """Nothing is stored, and no other file is made; the server goes on once it is put back."""
    sign_up(database, "alice")
    away = path.rename(path.with_name("away"))
    fails(database, "pbm.db disappeared")
    assert not path.exists()
    away.rename(path)
    sign_up(database, "bob")
    assert (count(database), database.problem) == (2, "")


def test_a_file_replaced(database, path):
    """A copy that another program puts there isn't taken for the file that is open."""
    sign_up(database, "alice")
    shutil.copy(path, path.with_name("copy"))
    away = path.rename(path.with_name("away"))
    path.with_name("copy").rename(path)
    fails(database, "pbm.db was replaced")
    away.rename(path)
    sign_up(database, "bob")
    assert count(database) == 2


def test_a_folder_replaced(tmp_path):
    """A link that is set to another folder leads to another file, too."""
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        with closing(open_database(f"sqlite:///{tmp_path}/{name}/pbm.db")):
            pass
    link = tmp_path / "link"
    link.symlink_to("first")
    with closing(open_database(f"sqlite:///{link}/pbm.db")) as database:
        sign_up(database, "alice")
        link.unlink()
        link.symlink_to("second")
        fails(database, "pbm.db was replaced")


def test_a_file_moved_away_during_a_transaction(database, path):
    """The transaction is undone rather than committed to a file that may never come back."""
    away = path.with_name("away")
    with pytest.raises(MovedDatabaseError):
        sign_up(database, "alice", lambda: path.rename(away))
    away.rename(path)
    assert count(database) == 0
