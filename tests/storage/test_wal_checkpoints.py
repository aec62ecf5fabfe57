"""SQLite's write-ahead log is copied into the database while nobody can commit: nothing is lost."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime

import pytest
from sqlalchemy import event

from storage import open_database, wal_checkpoints
from tests.support.checkpoint_pauses import pausing
from tests.support.paths import TESTS
from tests.support.wal_stress import run

AT = datetime(2026, 3, 1, tzinfo=UTC)
PAGE = 4096
STOPPED = """
import os, signal, sys
from contextlib import closing
from storage import open_database, wal_checkpoints
from tests.storage.test_wal_checkpoints import grow
from tests.support.checkpoint_pauses import PausingFileSystem
stop = lambda: os.kill(os.getpid(), signal.SIGSTOP)
stopping = PausingFileSystem("stopping", stop, stop)
stopping.register(default=True)
wal_checkpoints.LIMIT = 4096
with closing(open_database(sys.argv[1])) as database:
    grow(database, "b", 1)
"""
"""A program that stops in the checkpoint before it signs somebody up."""
needs_the_fault = pytest.mark.skipif(
    not wal_checkpoints.has_reset_fault(sqlite3.sqlite_version_info),
    reason="this version of SQLite doesn't have the fault",
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "pbm.db"


@pytest.fixture
def small(monkeypatch):
    """The log is copied from 15 pages on: a signup writes twelve."""
    monkeypatch.setattr(wal_checkpoints, "LIMIT", 15 * PAGE)


def opened(path, file_system=""):
    query = f"vfs={file_system}&uri=true"
    place = f"file:{path}?{query}" if file_system else path
    return closing(open_database(f"sqlite:///{place}"))


def grow(database, name, count):
    """Signs up players, in a transaction each."""
    for number in range(count):
        with database.work() as work:
            userid = f"{name}{number}"
            work.players.add(userid, "x" * PAGE, [f"{userid}@example.org"], AT)


def players(path):
    """The userids in the database as it is on disk; "damaged" if it can't be read."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            [(checked,)] = connection.execute("PRAGMA integrity_check(1)")
            found = {row[0] for row in connection.execute("SELECT userid FROM player")}
        except sqlite3.DatabaseError:
            return "damaged"
    return found if checked == "ok" else "damaged"


def log_size(path):
    return path.with_name("pbm.db-wal").stat().st_size


def plain(path, query=""):
    """A connection that makes checkpoints only when told to, and never waits."""
    found = sqlite3.connect(f"file:{path}{query}", uri=True, isolation_level=None, timeout=0)
    wal_checkpoints.configure(found)
    found.execute("SELECT count(*) FROM player").fetchall()
    return found


def insert(connection, first, count):
    rows = ((f"c{n}", f"c{n}", "x" * PAGE) for n in range(first, first + count))
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO player VALUES (null, ?, ?, ?, '2026-03-01', '')", rows)
    connection.execute("COMMIT")


def numbered(*ends):
    """The userids that `insert` gives, from each first to each last number."""
    ranges = zip(ends[::2], ends[1::2], strict=True)
    return {f"c{n}" for first, end in ranges for n in range(first, end)}


@needs_the_fault
def test_the_fault_exists(path):
    """A commit within SQLite's own checkpoint loses later ones: these tests would notice it."""
    with opened(path):
        pass
    with (
        pausing("paused", lambda: insert(writer, 100, 1)),
        closing(plain(path)) as writer,
        closing(plain(path, "?vfs=paused")) as other,
    ):
        insert(writer, 0, 30)
        for connection in (writer, other):  # the first copies all; the second can't know
            connection.execute("PRAGMA wal_checkpoint").fetchall()
        insert(writer, 200, 60)
        assert writer.execute("SELECT count(*) FROM player").fetchone() == (91,)
    assert players(path) != numbered(0, 30, 100, 101, 200, 260)


@pytest.mark.usefixtures("small")
def test_nobody_commits_within_a_checkpoint(path):
    """A commit has to wait, so the log isn't begun again meanwhile."""
    answers = []

    def commit():
        with pytest.raises(sqlite3.OperationalError) as refused:
            insert(writer, 1000, 1)
        answers.append(str(refused.value))

    with (
        pausing("paused", commit),
        opened(path, "paused") as database,
        closing(plain(path)) as writer,
    ):
        for number in range(0, 150, 5):
            insert(writer, number, 5)
            grow(database, f"a{number}_", 1)
    assert set(answers) == {"database is locked"}
    assert players(path) == {f"a{number}_0" for number in range(0, 150, 5)} | numbered(0, 150)


@pytest.mark.usefixtures("small")
def test_the_log_is_copied_when_it_has_grown(path):
    """It stays about as small as its limit, and leaves nothing to be copied after the last."""
    with opened(path) as database:
        grow(database, "a", 30)
        assert log_size(path) < 40 * PAGE
        assert path.stat().st_size > 60 * PAGE
    assert not path.with_name("pbm.db-wal").exists()


@pytest.mark.usefixtures("small")
def test_a_long_reader_lets_it_grow(path):
    """The reader sees one state, nobody waits for it, and afterwards the log is cut."""
    with opened(path) as database:
        grow(database, "a", 1)
        with database.snapshot() as work:
            assert work.players.find("a0")
            grow(database, "b", 40)
            assert work.players.find("b0") is None
            assert log_size(path) > 100 * PAGE
        grow(database, "c", 12)
        assert log_size(path) < 40 * PAGE


def test_after_a_reader_it_is_cut_soon(path, monkeypatch):
    """A reader may have begun at any moment: it isn't a whole limit until the next try."""
    monkeypatch.setattr(wal_checkpoints, "LIMIT", 200 * PAGE)
    with opened(path) as database:
        grow(database, "a", 1)
        with database.snapshot() as work:
            assert work.players.find("a0")
            grow(database, "b", 20)
        assert log_size(path) > 200 * PAGE
        grow(database, "c", 6)
        assert log_size(path) <= 200 * PAGE


@pytest.mark.usefixtures("small")
def test_a_checkpoint_that_fails_costs_nothing(path, capsys):
    """The commit goes on, the log says it, and later ones copy all."""

    def refuse(action, name, *_):
        wrong = action == sqlite3.SQLITE_PRAGMA and name == "wal_checkpoint"
        return sqlite3.SQLITE_DENY if wrong else sqlite3.SQLITE_OK

    refused = [refuse]
    with opened(path) as database:
        choose = lambda connection, *_: connection.set_authorizer(refused[-1])  # noqa: E731
        event.listen(database.engine, "checkout", choose)
        grow(database, "a", 30)
        refused.append(None)
        assert log_size(path) > 60 * PAGE
        assert "the write-ahead log can't be copied yet" in capsys.readouterr().err
        grow(database, "b", 12)
        assert log_size(path) < 40 * PAGE
    assert len(players(path)) == 42


@pytest.mark.slow
def test_a_process_that_stops_within_a_checkpoint(path):
    """Others can't write while it stands still; when it is killed, they can at once."""
    words = [sys.executable, "-c", STOPPED, f"sqlite:///{path}"]
    process = subprocess.Popen(words, cwd=TESTS.parent)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
    with closing(plain(path)) as other:
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            insert(other, 0, 1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        insert(other, 0, 30)
    assert players(path) == numbered(0, 30)


@pytest.mark.slow
def test_ours_lose_nothing(path):
    """Each commit is there that a process was told of, whichever are stopped and killed."""
    signed_up = run(f"sqlite:///{path}", 100)
    found = players(path)
    assert found != "damaged"
    assert set(signed_up) <= found
