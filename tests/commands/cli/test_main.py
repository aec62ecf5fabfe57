"""The program `pbm` as typed in a shell."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlalchemy.exc import OperationalError

from commands.language import registry
from pbm.secret import Secret
from storage import Database
from tests.support.paths import ROOT


def outbox(folder):
    return sorted(path.read_text() for path in (folder / "pbm-data" / "outbox" / "new").iterdir())


def test_the_exit_status_tells_how_it_went(shell):
    """0 when done, 1 for a refusal, 2 for wrong usage."""
    assert shell("list")[0] == 0
    assert shell("knightpanic", "show", "101")[0] == 1
    assert shell("knightpanic", "legal", "new", "-size=3")[0] == 1
    assert shell("knightpanic", "show")[0] == 2
    assert shell("nonsense")[0] == 2
    assert shell("--nonsense", "list")[0] == 2
    assert shell("perft")[0] == 2
    assert shell("perft", "knightpanic", "--depth", "0")[0] == 2
    assert shell("perft", "knightpanic", "-size=3")[0] == 1


def test_a_line_is_carried_out_and_mails_go_out(shell, tmp_path):
    """Players are told by mail, without a server running."""
    shell("signup", "alice", "pw1", "alice@example.org")
    shell("signup", "bob", "pw2", "bob@example.org")
    status, out, _ = shell("knightpanic", "challenge", "alice", "bob", "--nagtime=3")
    assert (status, out.splitlines()[0]) == (0, "Summary of Knight Panic Board 101")
    subjects = [mail for mail in outbox(tmp_path) if "Subject: Knight Panic Board 101" in mail]
    assert len(subjects) == 2
    assert "--nagtime=3" in out


def test_words_are_taken_as_they_stand(shell):
    """The shell's own quoting counts: a word with spaces stays one."""
    assert shell("knightpanic", "preview", "new", "a1-c5")[0] == 0
    assert shell("help", "Knight Panic")[0] == 0


def test_a_password_can_be_asked_for(shell, monkeypatch):
    """A dash asks without echo; the admin needs none."""
    shell("signup", "alice", "pw1", "alice@example.org")
    shell("signup", "bob", "pw2", "bob@example.org")
    shell("knightpanic", "challenge", "alice", "bob")
    asked = []
    monkeypatch.setattr(
        "commands.cli.main._ask_password", lambda prompt: asked.append(prompt) or Secret("pw1")
    )
    assert shell("knightpanic", "move", "101", "alice", "-", "a1-c5")[0] == 0
    assert asked == ["Password: "]
    assert shell("--as-admin", "knightpanic", "move", "101", "bob", "a7-c3")[0] == 0
    assert len(asked) == 1


def test_standard_input_holds_a_command_a_line(shell):
    """Each line, be it empty or wrong, gets one answer, and with --json one line."""
    lines = "knightpanic legal new\n\nnonsense\nknightpanic legal new -3d a1-c5"
    status, out, _ = shell("--json", "-", stdin=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[0]["data"]["moves"][:2] == ["a1-c5", "a1-e3"]
    assert (answers[2]["data"], len(answers[0]["data"]["moves"])) == (None, 10)
    assert set(answers[3]["data"]) == {"ply", "to_move", "moves", "winners"}


def test_bytes_that_are_no_text_are_refused(shell):
    """Standard input may hold anything; every line is answered."""
    status, out, _ = shell("--json", "-", stdin=b"\xff\xfe\x00\nlist\n")
    assert status == 0
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [False, True]


def test_perft_prints_a_line_for_each_depth(shell):
    """DEPTH COUNT, from 1."""
    assert shell("perft", "Knight-Panic", "-3d", "--depth", "3")[1] == "1 10\n2 88\n3 696\n"


def test_settings_come_from_a_file_and_the_environment(shell, tmp_path, monkeypatch):
    """pbm.toml is read, and the environment counts more."""
    (tmp_path / "pbm.toml").write_text('data = "from-file"\naddress = "games@example.org"\n')
    shell("list")
    assert (tmp_path / "from-file" / "pbm.db").exists()
    monkeypatch.setenv("PBM_DATA", "from-environment")
    shell("list")
    assert (tmp_path / "from-environment" / "pbm.db").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PBM_RELAY", "carrier-pigeon:"),
        ("PBM_RELAY", "smtp://host:port"),
        ("PBM_ADDRESS", "pbm"),
        ("PBM_DATA", ""),
        ("PBM_SMTP_PORT", "high"),
        ("PBM_DOWNTIME_HOURS", "inf"),
        ("PBM_ROBOT_SECONDS", "1e300"),
        ("PBM_RELAI", "maildir:"),
    ],
)
def test_settings_that_cannot_be_are_refused(shell, monkeypatch, name, value):
    """Wrong usage, with the setting's name."""
    monkeypatch.setenv(name, value)
    status, _, err = shell("list")
    assert status == 2
    assert name in err


def test_a_misspelt_setting_is_told(shell, monkeypatch):
    """With the one that was meant."""
    monkeypatch.setenv("PBM_ANSWERS_PER_DAYS", "5")
    assert 'there is no such setting. Did you mean "answers_per_day"?' in shell("list")[2]


def test_mails_that_cannot_be_written_wait(shell, monkeypatch, tmp_path):
    """What they are about is done, and said; `pbm serve` doesn't begin like that."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PBM_RELAY", f"maildir:{tmp_path / 'file' / 'mails'}")
    status, out, err = shell("signup", "alice", "pw1", "alice@example.org")
    assert (status, "Welcome, alice." in out) == (0, True)
    assert "mails must wait" in err
    assert "Traceback" not in err
    status, _, err = shell("serve")
    assert (status, "PBM_RELAY can't be used" in err) == (2, True)
    monkeypatch.delenv("PBM_RELAY")
    shell("tick")
    assert len(outbox(tmp_path)) == 1


def test_a_text_from_standard_input_is_cleaned(shell, tmp_path):
    """Of what a terminal would obey, and of bytes that are no letters."""
    for name in ("alice", "bob"):
        shell("signup", name, "pw1", f"{name}@example.org")
    before = len(outbox(tmp_path))
    assert shell("message", "alice", "pw1", "bob", stdin=b"caf\xe9 \x1b[31mred")[0] == 0
    assert len(outbox(tmp_path)) == before + 1
    assert all("\x1b" not in mail for mail in outbox(tmp_path))


def test_a_file_that_is_no_database(shell, monkeypatch, tmp_path):
    """Is told as that."""
    (tmp_path / "other.db").write_text("just a text, and long enough to be read as something")
    monkeypatch.setenv("PBM_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    status, _, err = shell("list")
    assert (status, "the database can't be opened: file is not a database" in err) == (2, True)


def test_trouble_with_a_line_is_no_trouble_of_the_next(shell, monkeypatch):
    """Each line of standard input has its answer, whatever became of those before it."""
    work, failing = Database.work, iter([True, False])

    def sometimes(database):
        if next(failing):
            raise OperationalError("a statement", {}, Exception("locked"))
        return work(database)

    monkeypatch.setattr(Database, "work", sometimes)
    status, out, _ = shell("--json", "-", stdin="list\nlist\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, [answer["ok"] for answer in answers]) == (0, [False, True])
    assert "please try again" in answers[0]["text"]


def test_a_setting_file_that_cannot_be_read_is_refused(shell, tmp_path):
    """Wrong usage, with what is wrong in the file."""
    (tmp_path / "pbm.toml").write_text("address = \n")
    assert "pbm.toml" in shell("list")[2]
    (tmp_path / "pbm.toml").write_text('adress = "pbm@example.org"\n')
    assert 'Did you mean "address"?' in shell("list")[2]


def test_a_tick_minds_the_clocks_once(shell, tmp_path):
    """For cron: it says what it did, and the mails go out."""
    for name in ("alice", "bob"):
        shell("signup", name, "pw1", f"{name}@example.org")
    shell("knightpanic", "challenge", "alice", "bob", "--forfeittime=1")
    assert shell("tick") == (0, "0 reminders, 0 forfeits.\n", "")
    with closing(sqlite3.connect(tmp_path / "pbm-data" / "pbm.db")) as database, database:
        early = "2026-01-01 00:00:00.000000"
        database.execute("update board set turn = ?, due = ?", (early, early))
    before = len(outbox(tmp_path))
    assert shell("tick") == (0, "0 reminders, 1 forfeit.\n", "")
    assert len(outbox(tmp_path)) == before + 2
    assert shell("tick") == (0, "0 reminders, 0 forfeits.\n", "")
    assert "Example: pbm tick" in shell("tick", "--help")[1]


def test_the_program_explains_itself(shell):
    """--help names the program's own commands and says what else may be typed."""
    out = shell("--help")[1]
    for word in ("serve", "demo", "perft", "--as-admin", "--json", "knightpanic challenge"):
        assert word in out
    assert "Example: pbm perft" in shell("perft", "--help")[1]


@pytest.mark.slow
def test_the_demo_plays_a_game_to_its_end():
    """It ends with a won game and what to type next."""
    done = subprocess.run(
        [sys.executable, "-m", "commands", "demo"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        cwd=ROOT,
    )
    assert "Game won by" in done.stdout
    assert "pbm serve" in done.stdout[-400:]


def test_nobody_waits_while_a_password_is_typed(shell, monkeypatch, tmp_path):
    """The database isn't locked meanwhile: others can write."""
    shell("signup", "alice", "pw1", "alice@example.org")

    def ask(_prompt):
        other = sqlite3.connect(tmp_path / "pbm-data" / "pbm.db", timeout=0)
        other.execute("BEGIN IMMEDIATE")
        other.close()
        return Secret("pw1")

    monkeypatch.setattr("commands.cli.main._ask_password", ask)
    assert shell("knightpanic", "resign", "101", "alice", "-")[0] == 1


def test_a_whole_line_may_be_one_word(shell):
    """Quoted as a whole, a line is split as it is in mails."""
    assert shell("knightpanic legal new a1-c5")[0] == 0


def test_what_is_typed_is_read_as_meant_and_made_safe(shell, tmp_path):
    """Long dashes count as hyphens, terminal escapes are dropped, broken bytes do no harm."""
    shell("signup", "alice", "pw1", "alice@example.org")
    shell("signup", "bob", "pw2", "bob@example.org")
    shell("knightpanic", "challenge", "alice", "bob")
    assert shell("knightpanic", "move", "101", "alice", "pw1", "a1\u2013c5", "\x1b[31mred")[0] == 0
    assert all("\x1b" not in mail for mail in outbox(tmp_path))
    assert shell("knightpanic", "show", "a\udcff")[0] == 1


def test_the_data_folder_is_private(shell, tmp_path):
    """It holds addresses and mails: nobody else may look."""
    shell("list")
    assert (tmp_path / "pbm-data").stat().st_mode & 0o777 == 0o700


def test_errors_of_the_program_are_json_too(shell, monkeypatch):
    """With --json even a bad setting is one line for programs."""
    monkeypatch.setenv("PBM_RELAY", "pigeon:")
    status, out, _ = shell("--json", "list")
    assert (status, json.loads(out)["ok"]) == (2, False)


def test_help_fits_80_columns(shell):
    """All pages that aren't a game's."""
    for subject in ("", "commands", "tutorial", *registry.general_verbs(), *registry.game_verbs()):
        out = shell("help", *filter(None, [subject]))[1]
        assert max(map(len, out.splitlines())) < 80, subject
    assert max(map(len, shell("--help")[1].splitlines())) < 80
    assert max(map(len, shell("list")[1].splitlines())) < 80


def test_the_data_folder_may_be_this_one(shell, monkeypatch, tmp_path):
    """A dot is a folder's name as good as any."""
    monkeypatch.setenv("PBM_DATA", ".")
    assert shell("list")[0] == 0
    assert (tmp_path / "pbm.db").exists()
