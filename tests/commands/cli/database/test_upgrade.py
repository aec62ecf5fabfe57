"""`pbm upgrade`, and the backup before it: databases of an older pbm are brought up to date."""

import re
import shutil
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import NamedTuple

import pytest

from commands.server.app.opening import open_app
from commands.settings import Settings
from pbm.errors import UsageError
from storage.reading import read_only
from storage.schema import schema_upgrade
from storage.schema.schema_upgrade import newest
from tests.support.newer_pbm import MIGRATIONS, NEXT, SUMMARY, THIS
from tests.support.paths import ROOT


class Usage(NamedTuple):
    free: int


@pytest.fixture
def data(shell_after, tmp_path, newer_pbm):
    """The data folder of the version before, with a board."""
    shell_after(
        "signup alice Xa!11ce-X alice@example.org",
        "signup bob Yb%0b-Yes bob@example.com",
        "knightpanic challenge alice bob",
    )
    newer_pbm()
    return tmp_path / "pbm-data"


def version(data):
    with closing(sqlite3.connect(data / "pbm.db")) as database:
        return database.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def backups(data):
    return sorted(data.glob("backups/*"))


def test_the_check_tells_what_would_be_done(shell, data):
    """It names each version and the backup, changes nothing, and its exit status is 1."""
    before = (data / "pbm.db").read_bytes()
    status, out, err = shell("upgrade", "--check")
    assert (status, err) == (1, "")
    assert f"\n  {NEXT}: {SUMMARY}\n" in out
    assert (
        f"pbm would write the backup to pbm-data/backups/before-upgrade-to-{newest()}-pbm-" in out
    )
    assert re.search(r"\(at most \d\.\d MB, with ", out)
    assert "Nothing has changed." in out
    assert (data / "pbm.db").read_bytes() == before
    assert backups(data) == []


def test_the_upgrade_makes_a_backup_first(shell, data, monkeypatch):
    """It holds the older tables, is its owner's alone, verifies, and an older pbm restores it."""
    status, out, err = shell("upgrade")
    assert (status, err) == (0, "")
    (backup,) = backups(data)
    assert f"Backup: pbm-data/backups/{backup.name}" in out
    assert (backup.stat().st_mode | backup.parent.stat().st_mode) & 0o077 == 0
    assert version(data) == newest()
    assert shell("upgrade", "--check")[:2] == (
        0,
        f"The database is up to date (schema version {newest()}).\n",
    )
    assert shell("backup", "--verify", str(backup))[0] == 0
    assert len(backups(data)) == 1
    monkeypatch.setattr(schema_upgrade, "MIGRATIONS", MIGRATIONS)
    monkeypatch.setenv("PBM_DATA", "elsewhere")
    assert shell("restore", str(backup))[0] == 0
    assert version(data.parent / "elsewhere") == THIS
    assert shell("knightpanic", "show", "101")[0] == 0


def test_without_pg_dump_nothing_is_upgraded(shell, new_databases, newer_pbm, monkeypatch):
    """PostgreSQL's database stays as it is where no backup of it can be made."""
    (url,) = new_databases(1)
    monkeypatch.setenv("PBM_DATABASE", url)
    assert shell("signup", "alice", "Xa!11ce-X", "alice@example.org")[0] == 0
    newer_pbm()
    monkeypatch.setenv("PATH", "/nowhere")
    for words in (["upgrade", "--check"], ["upgrade"], ["all", "show", "alice"]):
        status, _, err = shell(*words)
        assert status == 2
        assert "pg_dump isn't in PATH" in err
    with read_only(url) as connection:
        assert schema_upgrade.schema_version(connection) == THIS


def test_any_command_does_the_same(shell, data):
    """The first command of a newer pbm makes a backup, and then the upgrade."""
    assert shell("knightpanic", "show", "101")[0] == 0
    assert (version(data), len(backups(data))) == (newest(), 1)


def test_the_backup_may_be_off(shell, data, monkeypatch):
    """Admins with another backup may do without; the check says so."""
    monkeypatch.setenv("PBM_BACKUP_BEFORE_UPGRADE", "off")
    assert "There would be no backup" in shell("upgrade", "--check")[1]
    assert shell("upgrade")[0] == 0
    assert (version(data), backups(data)) == (newest(), [])


def test_without_space_nothing_is_changed(shell, data, monkeypatch):
    """Nor is anything done by other commands; each says what is missing."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(300_000))
    for words in (["upgrade", "--check"], ["upgrade"], ["knightpanic", "show", "101"]):
        status, _, err = shell(*words)
        assert status == 2
        assert re.search(r"needs up to 1\.\d MB in pbm-data, but only 0\.3 MB is free\.", err)
    assert (version(data), backups(data)) == (THIS, [])


def test_a_backup_that_fails_halfway_changes_nothing(shell, data, monkeypatch):
    """A disk that fills meanwhile leaves the older database as it was, and no part of a backup."""

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("commands.server.app.backup_writing.write_archive", fail)
    status, _, err = shell("knightpanic", "show", "101")
    assert status == 2
    assert "The backup failed: No space left on device." in err
    assert "PBM_BACKUP_BEFORE_UPGRADE=false" in err
    assert (version(data), backups(data)) == (THIS, [])


def test_a_newer_database_is_left_alone(shell, data):
    """The check says so as well, with the exit status of what can't be done."""
    with closing(sqlite3.connect(data / "pbm.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    for words in (["upgrade", "--check"], ["upgrade"]):
        status, _, err = shell(*words)
        assert status == 2
        assert "the tables (version 9999) are from a newer version of pbm" in err
    assert backups(data) == []


def test_under_a_running_server_nothing_is_upgraded(shell, data):
    """The older server doesn't know the new tables; the check says that it must be stopped."""
    held = "import sys; from pathlib import Path; from commands.system.only_server import *\n"
    held += "with only_server(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    words = [sys.executable, "-c", held, str(data / "pbm.db")]
    with subprocess.Popen(
        words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout.readline() == "held\n"
        for command in (["upgrade"], ["knightpanic", "show", "101"]):
            status, _, err = shell(*command)
            assert status == 2
            assert f"still using this database (process {server.pid})." in err
        status, out, _ = shell("upgrade", "--check")
        assert status == 1
        assert f"Stop the server first (process {server.pid})." in out
        assert (version(data), backups(data)) == (THIS, [])
        server.stdin.close()
    assert shell("upgrade")[0] == 0


def test_without_a_database(shell, tmp_path):
    """Nothing is made, and the check doesn't take it for a database that waits for an upgrade."""
    assert (shell("upgrade", "--check")[0], shell("upgrade")[0]) == (2, 1)
    assert list(tmp_path.iterdir()) == []


def test_several_at_once_make_one_backup(data):
    """One process makes the backup and the upgrade, and the others wait for it."""
    barrier = Barrier(4)

    def start(_):
        barrier.wait()
        with open_app(Settings(data=data)) as app:
            return app.upgrade_backup

    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(start, range(4)))
    assert [each for each in made if each] == backups(data)
    assert (version(data), len(backups(data))) == (newest(), 1)


def test_a_process_that_can_t_make_a_backup_blocks_nobody(data, monkeypatch):
    """Once there is space, the next process does it all."""
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: Usage(0))
        with (
            pytest.raises(UsageError, match="can't upgrade the database"),
            open_app(Settings(data=data)),
        ):
            pass
    with open_app(Settings(data=data)) as app:
        assert app.upgrade_backup
