"""Commands beside a server: one server for a database, the same settings, no stray database."""

import json
import os
from pathlib import Path

import pytest

from commands.server.app.opening import open_app
from commands.settings import read_settings
from commands.system import data_owner
from commands.system.only_server import only_server
from pbm.errors import UsageError
from tests.support.cases import cases

SIGNUP = ("signup", "alice", "pw1-alice", "alice@example.org")
OURS, OTHER = "pbm@games.example.org", "other@example.com"


@pytest.fixture
def served(monkeypatch, tmp_path):
    """A folder in which a server has run with settings from its environment alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBM_ADDRESS", OURS)
    monkeypatch.setenv("PBM_RELAY", "maildir:mails")
    with open_app(read_settings()) as app, app.database.work() as work:
        app.keep_settings(work)
    monkeypatch.delenv("PBM_ADDRESS")
    monkeypatch.delenv("PBM_RELAY")
    return tmp_path


def new_mails(folder):
    return [path.read_text() for path in folder.glob("new/*")]


def test_a_second_server_is_refused(shell, tmp_path):
    """The refusal names the database and the process that serves it; its end frees the lock."""
    shell(*SIGNUP)
    database = tmp_path / "pbm-data" / "pbm.db"
    with only_server(database):
        status, _, err = shell("serve")
        assert status == 2
        assert f"A server is already running on pbm-data/pbm.db (process {os.getpid()})." in err
    with only_server(database):
        pass


def test_a_database_that_isnt_a_file_may_have_several_servers():
    """PostgreSQL sees to that itself."""
    with only_server(None), only_server(None):
        pass


def test_commands_use_the_servers_address_and_outbox(served, shell, monkeypatch):
    """Whatever folder the shell is in, and without a word about them in its environment."""
    monkeypatch.setenv("PBM_DATA", str(served / "pbm-data"))
    (served / "else").mkdir()
    monkeypatch.chdir(served / "else")
    assert shell(*SIGNUP)[0] == 0
    [mail] = new_mails(served / "mails")
    assert f"<{OURS}>" in mail or "pbm+" in mail
    assert "localhost" not in mail
    assert not (served / "pbm-data" / "outbox").exists()


@cases(
    "values",
    [("PBM_ADDRESS", OTHER, OURS), ("PBM_RELAY", "smtp://127.0.0.1:1", "mails")],
)
@cases("words", [SIGNUP, ("admin", "games"), ("tick",), ("serve",), ("robot", "list")])
def test_other_settings_are_refused_with_both_values(served, shell, monkeypatch, values, words):
    """So that no mail goes out as somebody else, or to where nobody looks."""
    monkeypatch.setenv(*values[:2])
    status, _, err = shell(*words)
    assert status == 2
    assert all(value in err for value in values), err
    assert new_mails(served / "mails") == []


def test_force_uses_other_settings_for_a_command(served, shell, monkeypatch):
    """For a line and for the program's own commands; those kept stay."""
    monkeypatch.setenv("PBM_ADDRESS", OTHER)
    assert shell("--force", *SIGNUP)[0] == 0
    assert "example.com" in new_mails(served / "mails")[0]
    assert shell("--force", "admin", "games")[0] == 0
    assert shell("--force", "--json", "list")[0] == 0
    assert shell("admin", "games")[0] == 2
    with pytest.raises(UsageError), open_app(read_settings()):
        pass


def test_a_server_keeps_what_is_forced(served, monkeypatch):
    """From then on the new values hold, and the old ones are refused."""
    monkeypatch.setenv("PBM_ADDRESS", OTHER)
    with open_app(read_settings(), force=True) as app, app.database.work() as work:
        app.keep_settings(work)
    with open_app(read_settings()) as app:
        assert app.settings.address == OTHER
    monkeypatch.setenv("PBM_ADDRESS", OURS)
    with pytest.raises(UsageError, match=OTHER), open_app(read_settings()):
        pass
    assert not (served / "pbm-data" / "outbox").exists()


@cases(
    "words",
    [
        ("list",),
        ("knightpanic", "show", "101"),
        ("knightpanic", "standings"),
        ("knightpanic", "legal", "new"),
        ("knightpanic", "move", "101", "alice", "pw1-alice", "a1-c5"),
        ("--json", "all", "games"),
        ("admin", "games"),
        ("admin", "players", "--json"),
        ("admin", "queue", "list"),
        ("admin", "verify"),
        ("admin", "audit"),
        ("admin", "player", "ban", "alice", "--reason", "none"),
        ("robot", "list"),
        ("tick",),
        ("doctor",),
    ],
)
def test_what_only_reads_makes_no_database(shell, tmp_path, words):
    """It finds nothing, and says so; nor does it make a data folder."""
    shell(*words)
    assert list(tmp_path.iterdir()) == []


def test_lines_of_standard_input_make_it_when_one_must(shell, tmp_path):
    """Each line is answered, before and after the first that stores something."""
    shell("--json", "-", stdin="list\nnonsense\n")
    assert list(tmp_path.iterdir()) == []
    _, out, _ = shell("--json", "-", stdin=f"list\n{' '.join(SIGNUP)}\nall games alice\n")
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [True, True, True]
    assert (tmp_path / "pbm-data" / "pbm.db").exists()


def test_a_missing_database_is_named(shell):
    """In an admin's commands, and where a line finds nothing; JSON stays JSON."""
    assert "The database pbm-data/pbm.db doesn't exist" in shell("admin", "games")[2]
    status, _, err = shell("knightpanic", "show", "101")
    assert (status, "The database pbm-data/pbm.db doesn't exist" in err) == (1, True)
    assert json.loads(shell("--json", "knightpanic", "show", "101")[1])["ok"] is False
    assert shell("knightpanic", "legal", "new")[2] == ""
    status, out, err = shell("admin", "new-generation", "--reason", "restored")
    assert (status, out, err.splitlines()[-1]) == (1, "", "Nothing has changed.")


@pytest.mark.skipif(os.getuid() != 0, reason="only root may work as another user")
def test_root_works_as_the_owner_of_the_data(shell, tmp_path, monkeypatch):
    """So that no file in it is one that the server can't use."""
    monkeypatch.setenv("PBM_DATA", str(tmp_path / "pbm-data"))
    became = []
    monkeypatch.setattr(data_owner.os, "setegid", became.append)
    monkeypatch.setattr(data_owner.os, "seteuid", became.append)
    shell(*SIGNUP)
    assert became == []
    os.chown(tmp_path / "pbm-data", 65534, 65533)
    assert shell("list")[0] == 0
    assert became == [65533, 65534, 0, os.getegid()]
    shell("doctor")
    assert became[4:8] == became[:4]


def test_the_relays_folder_is_fixed(monkeypatch, tmp_path):
    """A folder of its own is spelt out; the one in the data folder moves with it."""
    monkeypatch.chdir(tmp_path)
    assert read_settings().values_to_store["relay"] == "maildir:"
    monkeypatch.setenv("PBM_RELAY", "maildir:mails")
    assert read_settings().values_to_store["relay"] == f"maildir:{tmp_path / 'mails'}"
    monkeypatch.setenv("PBM_RELAY", "maildir:")
    monkeypatch.setenv("PBM_DATABASE", "postgresql+psycopg://host/name")
    assert (
        read_settings().values_to_store["relay"]
        == f"maildir:{Path('pbm-data').absolute() / 'outbox'}"
    )
