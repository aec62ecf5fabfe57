"""`pbm doctor`: what is wrong with the data, the settings and the machine."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlalchemy.exc import OperationalError

from commands.cli.doctor import database, machine
from commands.cli.doctor.checks import FINAL_CHECKS, LOCAL_CHECKS, NETWORK_CHECKS
from commands.cli.doctor.examination import CHECKS_OF_DATABASE
from commands.server.app.opening import open_app
from commands.settings import read_settings
from pbm.engines import limits
from pbm.engines.isolation import Isolation
from pbm.engines.sandbox.processes import NONE
from storage.admin.nodes import Node
from tests.support.newer_pbm import THIS
from tests.support.paths import ROOT

SIGNUP = ("signup", "alice", "pw1-alice", "alice@example.org")


def findings(shell, *words):
    """Returns the exit status, and the states and texts by check."""
    status, out, _ = shell("doctor", "--json", *words)
    found = json.loads(out)
    assert found["ok"] == (status == 0)
    return status, {each["check"]: (each["state"], each["text"]) for each in found["checks"]}


def test_nothing_is_wrong_at_first_and_nothing_is_made(shell, tmp_path):
    """Before the first command, all checks are good, and make no data."""
    status, found = findings(shell)
    assert (status, {state for state, _ in found.values()}) == (0, {"ok"})
    assert list(tmp_path.iterdir()) == []
    assert shell("doctor")[1].startswith(f"{len(found)} checks: 0 broken, 0 consider")


def test_data_that_others_may_read_is_found_and_mended(shell, tmp_path):
    """A data folder that was there before pbm keeps its permissions until it is fixed."""
    (tmp_path / "pbm-data").mkdir(mode=0o755)
    shell(*SIGNUP)
    status, found = findings(shell)
    assert (status, found["data"][0]) == (1, "broken")
    assert "Other users of this machine can read players' addresses" in found["data"][1]
    assert (tmp_path / "pbm-data").stat().st_mode & 0o777 == 0o755
    assert findings(shell, "--fix")[1]["data"][0] == "ok"
    assert (tmp_path / "pbm-data").stat().st_mode & 0o777 == 0o700
    assert findings(shell)[0] == 0


def test_no_mail_can_come_in(shell, monkeypatch):
    """Where nothing listens, or for this machine alone, until a mail has come all the same."""
    monkeypatch.setenv("PBM_ADDRESS", "games@example.net")
    here = "only this machine can connect to 127.0.0.1 (port 2525)."
    for settings, state, told in (
        ({}, "consider", here),
        ({"PBM_SMTP_PORT": "off"}, "consider", "pbm neither listens for mail nor reads a mailbox."),
        ({"PBM_SMTP_PORT": "2525", "PBM_SMTP_HOST": "0.0.0.0"}, "ok", "by SMTP at 0.0.0.0"),
        ({"PBM_SMTP_HOST": "127.0.0.1", "PBM_LMTP": "unix:lmtp"}, "ok", "by LMTP at unix:lmtp"),
        ({"PBM_LMTP": ""}, "consider", here),
        ({"PBM_ROLES": "delivery,clocks"}, "ok", ""),
    ):
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        found = findings(shell)[1]["incoming mail"]
        assert found[0] == state, settings
        assert told in found[1]
    monkeypatch.delenv("PBM_ROLES")
    mail = "Message-ID: <1@example.org>\nFrom: alice@example.org\nSubject: help\n\n"
    words = "--from=alice@example.org", "--to=games@example.net"
    assert shell("receive", *words, stdin=mail)[0] == 0
    assert findings(shell)[1]["incoming mail"][0] == "ok"
    assert shell("admin", "new-generation", "--reason", "restored")[0] == 0
    assert findings(shell)[1]["incoming mail"][0] == "consider"


def test_the_relay_kept_with_the_data_counts(shell, monkeypatch):
    """As after a restore: mail leaves this machine, and nobody is told of problems."""
    with monkeypatch.context() as context:
        context.setenv("PBM_RELAY", "smtp://127.0.0.1:1")
        with open_app(read_settings()) as app, app.database.work() as work:
            app.keep_settings(work)
    assert findings(shell, "--offline")[1]["admin"][0] == "consider"


def test_the_way_of_checkpoints_is_told(shell, monkeypatch):
    """The version of SQLite is named, and that its WAL-reset fault does no harm."""
    shell(*SIGNUP)
    for version, is_avoided in (((3, 40, 1), True), ((3, 50, 7), False)):
        monkeypatch.setattr("sqlite3.sqlite_version_info", version)
        state, text = findings(shell)[1]["database"]
        assert state == "ok"
        assert f"SQLite {sqlite3.sqlite_version})." in text
        assert ("(pbm avoids a known bug in this version.)" in text) == is_avoided


def test_a_network_file_system_is_warned_of(shell, tmp_path, monkeypatch):
    """SQLite's locks may not hold there."""
    shell(*SIGNUP)
    mounts = tmp_path / "mounts"
    monkeypatch.setattr(database, "MOUNTS", mounts)
    mounts.write_text(f"/dev/vda / ext4 rw 0 0\nhost:/data {tmp_path} nfs4 rw 0 0\n")
    state, text = findings(shell)[1]["database"]
    assert state == "consider"
    assert "pbm-data/pbm.db is on a network file system (nfs4)" in text
    mounts.write_text(f"/dev/vda / ext4 rw 0 0\n/dev/vdb {tmp_path} xfs rw 0 0\n")
    assert findings(shell)[1]["database"][0] == "ok"


def test_a_journal_without_wal_is_warned_of(shell, monkeypatch):
    """Where the file system permits no write-ahead log, SQLite goes on without one."""
    shell(*SIGNUP)
    monkeypatch.setattr("storage.Database.journal", "delete")
    state, text = findings(shell)[1]["database"]
    assert state == "consider"
    assert 'support a write-ahead log (journal "delete")' in text


def test_a_database_elsewhere_is_mended_too(shell, tmp_path, monkeypatch):
    """An SQLite file outside of the data folder is checked on its own."""
    monkeypatch.setenv("PBM_DATABASE", f"sqlite:///{tmp_path / 'elsewhere.db'}")
    shell(*SIGNUP)
    (tmp_path / "elsewhere.db").chmod(0o644)
    assert findings(shell)[1]["data"][0] == "broken"
    assert findings(shell, "--fix")[1]["data"][0] == "ok"
    assert (tmp_path / "elsewhere.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_all_files_are_their_users_alone(tmp_path):
    """Even under a shell's lax umask, in a folder that others may enter."""
    (tmp_path / "pbm-data").mkdir(mode=0o755)
    (tmp_path / "pbm-data").chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "commands", *SIGNUP],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        umask=0,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = list((tmp_path / "pbm-data").rglob("*"))
    assert {path.name for path in made} >= {"pbm.db", "outbox", "new"}
    assert [path for path in made if path.stat().st_mode & 0o077] == []


def test_what_the_sandbox_lacks_is_told(shell, monkeypatch):
    """A missing isolation is a warning; engines that would run as root unsaid are wrong."""
    monkeypatch.setattr(machine, "find_isolation", lambda: Isolation(NONE))
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(limits, "is_mapped", lambda _: False)
    status, found = findings(shell)
    assert (status, found["engines"][0], found["engine user"][0]) == (1, "consider", "broken")
    assert "Set PBM_BOT_USER" in found["engine user"][1]
    monkeypatch.setenv("PBM_BOT_USER", "root")
    assert findings(shell)[1]["engine user"] == (
        "consider",
        "All engines run as root, because PBM_BOT_USER is root.",
    )


def test_a_damaged_database_is_told(shell, tmp_path):
    """The other checks run all the same."""
    shell(*SIGNUP)
    for path in (tmp_path / "pbm-data").glob("pbm.db*"):
        path.write_bytes(b"x" * 4096)
    status, found = findings(shell)
    assert (status, found["database"][0], found["data"][0]) == (1, "broken", "ok")


def test_errors_of_several_lines_are_told_once_and_in_one(shell, tmp_path):
    """A missing key is a sentence of the database's check alone, without signs for line ends."""
    shell(*SIGNUP)
    (tmp_path / "pbm-data" / "master-key").unlink()
    status, found = findings(shell)
    assert (status, found["database"][0]) == (1, "broken")
    assert "is missing" in found["database"][1]
    assert "stored settings" not in found
    assert "run: pbm admin rotate-key" in " ".join(shell("doctor")[1].split())
    assert "\ufffd" not in shell("doctor")[1]


def test_a_file_in_the_place_of_the_data_folder_is_not_mended(shell, tmp_path, monkeypatch):
    """It is another's, such as /dev/null, so its permissions stay as they are."""
    file = tmp_path / "file"
    file.touch(0o644)
    monkeypatch.setenv("PBM_DATA", str(file))
    status, found = findings(shell, "--fix")
    assert (status, found["data"]) == (1, ("broken", f"{file} isn't a folder."))
    assert file.stat().st_mode & 0o777 == 0o644


def test_an_upgrade_that_waits_is_told_and_not_made(shell, tmp_path, newer_pbm):
    """The doctor changes nothing in a database of an older pbm; a backup comes first."""
    shell(*SIGNUP)
    newer_pbm()
    status, found = findings(shell)
    assert (status, found["database"][0]) == (0, "consider")
    assert "stored settings" not in found
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (THIS,)


@pytest.mark.slow
def test_the_version_of_postgresql_is_told(shell, new_databases, monkeypatch):
    """The database's own, and that of its tables."""
    (url,) = new_databases(1)
    monkeypatch.setenv("PBM_DATABASE", url)
    shell(*SIGNUP)
    status, found = findings(shell)
    assert (status, found["database"][0]) == (0, "ok")
    assert ", PostgreSQL " in found["database"][1]


def test_every_check_has_a_name_of_its_own():
    """Under it, it is shown by the doctor, by `pbm status` and in mails to the admin."""
    checks = [*LOCAL_CHECKS, *CHECKS_OF_DATABASE, *NETWORK_CHECKS, *FINAL_CHECKS]
    names = ["settings", "database", "stored settings", *(check.name for check in checks)]
    assert len(set(names)) == len(names)


def test_problems_are_those_of_the_status(shell):
    """Under the same names, with the same sentences, each with its own advice."""
    shell(*SIGNUP)
    with open_app(read_settings()) as app, app.database.work() as work:
        for name in ("smtp", "delivery"):
            work.incidents.add("files", name, "may open no more files", app.clock.now())
    shown = json.loads(shell("status", "--json")[1])["problems"]
    assert [each["name"] for each in shown] == ["open files delivery", "open files smtp"]
    status, found = findings(shell)
    assert status == 0
    assert {each["name"]: ("consider", each["text"]) for each in shown}.items() <= found.items()


def test_a_database_that_fails_meanwhile_is_told_once(shell, monkeypatch):
    """What else would be read from it is left out, and all other checks are made."""

    def lost(*_):
        raise OperationalError("", {}, sqlite3.OperationalError("database is locked"))

    shell(*SIGNUP)
    monkeypatch.setattr("storage.admin.problems.IncidentRepository.recent", lost)
    status, found = findings(shell)
    assert status == 1
    assert [name for name, (state, _) in found.items() if state == "broken"] == ["clock jumps"]
    assert "The database is busy or can't be reached" in found["clock jumps"][1]
    assert "nodes" in found
    assert "web pages" not in found
    assert "mailbox" in found


def test_a_mailbox_that_the_server_cannot_read_is_broken(shell, tmp_path, monkeypatch):
    """Also offline; the checks after it run all the same."""
    shell(*SIGNUP)
    (tmp_path / "password").write_text("secret\n")
    monkeypatch.setenv("PBM_MAILBOX", "imaps://pbm%40example.net@imap.example.net")
    monkeypatch.setenv("PBM_MAILBOX_PASSWORD_FILE", "password")
    name = read_settings().mailbox_address.mailbox_name
    with open_app(read_settings()) as app, app.database.work() as work:
        now = app.clock.now()
        work.nodes.put(Node("vm", "run", "host", "/data", "", "0.1", "0001", "mailbox", now, now))
        work.mailboxes.set_trouble(name, "login", "login rejected", now)
    status, found = findings(shell, "--offline")
    assert (status, found["mail in"][0]) == (1, "broken")
    assert {"queue", "web pages", "incoming mail"} <= found.keys()


def test_a_setting_that_is_wrong_leaves_out_what_needs_it(shell, monkeypatch):
    """All else is checked, with the settings that go together left out together."""
    monkeypatch.setenv("PBM_RELAY", "smtp://me:sekrit@mail.example.org")
    status, out, _ = shell("doctor", "--json")
    found = json.loads(out)
    assert status == 1
    assert "sekrit" not in out
    left_out = {each["check"] for each in found["skipped"]}
    assert {"relay", "round trip", "disk"} <= left_out
    assert "database" in {each["check"] for each in found["checks"]}
