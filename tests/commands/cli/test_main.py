"""The program `pbm` as typed in a shell."""

import errno
import json
import os
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from sqlalchemy.exc import OperationalError

from commands.cli.command_table import COMMANDS
from commands.language import registry
from commands.system.secrets.secret import Secret
from pbm import __version__, games
from storage import Database
from tests.support.cases import cases
from tests.support.paths import ROOT
from tests.support.site import simple_mail

SIGNUPS = (
    "signup alice pw1-alice alice@example.org",
    "signup bob pw2-bob-1 bob@example.org",
)


def outbox(folder):
    return sorted(path.read_text() for path in (folder / "pbm-data" / "outbox" / "new").iterdir())


def test_the_exit_status_tells_how_it_went(shell):
    """The exit status is 0 for success, 1 for a refusal, 2 for wrong usage."""
    assert shell("list")[0] == 0
    assert shell("knightpanic", "show", "101")[0] == 1
    assert shell("knightpanic", "legal", "new", "-size=3")[0] == 1
    assert shell("knightpanic", "show")[0] == 2
    assert shell("nonsense")[0] == 2
    assert shell("--nonsense", "list")[0] == 2
    assert shell("perft")[0] == 2
    assert shell("perft", "knightpanic", "--depth", "0")[0] == 2
    assert shell("perft", "knightpanic", "-size=3")[0] == 1


def test_an_option_that_is_a_setting_is_named_as_such(shell):
    """What programs have as an option, such as `--port`, is told with the setting's name."""
    for option, settings in [
        ("--port=25", "PBM_SMTP_PORT"),
        ("--data", "PBM_DATA"),
        ("--password-file", "PBM_RELAY_PASSWORD_FILE or PBM_MAILBOX_PASSWORD_FILE"),
    ]:
        told = f"{option.partition('=')[0]} isn't an option. Use the setting {settings}.\n"
        assert shell("serve", option) == (2, "", told)
    assert "No such option: --nonsense" in shell("serve", "--nonsense")[2]


def test_a_line_is_executed_and_mails_go_out(shell_after, tmp_path):
    """A line is executed and players are sent mail, without a running server."""
    shell = shell_after(*SIGNUPS)
    status, out, _ = shell("knightpanic", "challenge", "alice", "bob", "--nagtime=3")
    assert (status, out.splitlines()[0]) == (0, "Summary of Knight Panic Board 101")
    subjects = [mail for mail in outbox(tmp_path) if "Subject: Knight Panic Board 101" in mail]
    assert len(subjects) == 2
    assert "a reminder after 3 days" in out


def test_words_are_taken_as_they_stand(shell):
    """The shell's own quoting counts: a word with spaces stays one word."""
    assert shell("knightpanic", "preview", "new", "a1-c5")[0] == 0
    assert shell("help", "Knight Panic")[0] == 0


def test_a_password_can_be_asked_for(shell_after, monkeypatch):
    """A dash asks for the password without echo; the admin needs none."""
    shell = shell_after(*SIGNUPS)
    shell("knightpanic", "challenge", "alice", "bob")
    asked = []
    monkeypatch.setattr(
        "commands.cli.lines.shell_lines.ask_password",
        lambda prompt: asked.append(prompt) or Secret("pw1-alice"),
    )
    assert shell("knightpanic", "move", "101", "alice", "-", "a1-c5")[0] == 0
    assert asked == ["Password: "]
    assert shell("--as-admin", "knightpanic", "move", "101", "bob", "a7-c3")[0] == 0
    assert len(asked) == 1


def test_standard_input_holds_a_command_a_line(shell):
    """Each line, even an empty or wrong one, gets one answer, and with --json one line."""
    lines = "knightpanic legal new\n\nnonsense\nknightpanic legal new -3d a1-c5"
    status, out, _ = shell("--json", "-", stdin=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert answers[0]["data"]["moves"][:2] == ["a1-c5", "a1-e3"]
    assert (answers[2]["data"], len(answers[0]["data"]["moves"])) == (None, 10)
    assert set(answers[3]["data"]) == {"ply", "to_move", "moves", "winners"}


def test_bytes_that_are_no_text_are_refused(shell):
    """Bytes that aren't text are refused; every line is answered."""
    status, out, _ = shell("--json", "-", stdin=b"\xff\xfe\x00\nlist\n")
    assert status == 0
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [False, True]


def test_perft_prints_a_line_for_each_depth(shell):
    """Each line is DEPTH COUNT, with depths from 1."""
    assert shell("perft", "Knight-Panic", "-3d", "--depth", "3")[1] == "1 10\n2 88\n3 696\n"


def test_settings_come_from_a_file_and_the_environment(shell, tmp_path, monkeypatch):
    """pbm.toml is read, and environment variables override it."""
    (tmp_path / "pbm.toml").write_text('data = "from-file"\naddress = "games@example.org"\n')
    signup = ("signup", "alice", "pw1-alice", "alice@example.org")
    shell(*signup)
    assert (tmp_path / "from-file" / "pbm.db").exists()
    monkeypatch.setenv("PBM_DATA", "from-environment")
    shell(*signup)
    assert (tmp_path / "from-environment" / "pbm.db").exists()


@cases(
    ("name", "value"),
    [
        ("PBM_RELAY", "carrier-pigeon:"),
        ("PBM_RELAY", "smtp://host:port"),
        ("PBM_ADDRESS", "pbm"),
        ("PBM_DATA", ""),
        ("PBM_SMTP_PORT", "high"),
        ("PBM_SOLVE_SECONDS", "inf"),
        ("PBM_ROBOT_SECONDS", "1e300"),
        ("PBM_RELAI", "maildir:"),
    ],
)
def test_settings_that_cannot_be_are_refused(shell, monkeypatch, name, value):
    """An impossible setting is wrong usage, reported by its name."""
    monkeypatch.setenv(name, value)
    status, _, err = shell("list")
    assert status == 2
    assert name in err


def test_a_misspelt_setting_is_reported(shell, monkeypatch):
    """A misspelt setting is reported with the nearest name."""
    monkeypatch.setenv("PBM_MAILS_PER_ADDRES", "5")
    assert 'this setting doesn\'t exist. Did you mean "emails_per_address"?' in shell("list")[2]


def test_mails_that_cannot_be_written_wait(shell, monkeypatch, tmp_path):
    """A command succeeds though its mails can't be written; `pbm serve` doesn't start like that."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PBM_RELAY", f"maildir:{tmp_path / 'file' / 'mails'}")
    status, out, err = shell("signup", "alice", "pw1-alice", "alice@example.org")
    assert (status, "Welcome, alice." in out) == (0, True)
    assert "failed to deliver emails" in err
    assert "Traceback" not in err
    status, _, err = shell("serve")
    assert (status, "PBM_RELAY can't be used" in err) == (2, True)
    monkeypatch.delenv("PBM_RELAY")
    shell("tick")
    assert len(outbox(tmp_path)) == 1


def test_a_text_from_standard_input_is_cleaned(shell_after, tmp_path):
    """Terminal controls and bytes that aren't text are removed from standard input."""
    shell = shell_after(*SIGNUPS)
    before = len(outbox(tmp_path))
    assert shell("message", "alice", "pw1-alice", "bob", stdin=b"caf\xe9 \x1b[31mred")[0] == 0
    assert len(outbox(tmp_path)) == before + 1
    assert all("\x1b" not in mail for mail in outbox(tmp_path))


def test_a_file_that_is_no_database(shell, monkeypatch, tmp_path):
    """A file that isn't a database is reported as such."""
    (tmp_path / "other.db").write_text("just a text, and long enough to be read as something")
    monkeypatch.setenv("PBM_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    status, _, err = shell("list")
    assert (status, "The database can't be opened: file is not a database" in err) == (2, True)


def test_an_error_in_a_line_leaves_the_next_unchanged(shell, monkeypatch):
    """An error in one line of standard input leaves the answers to the others unchanged."""
    work, failing = Database.work, iter([False, True, False])  # it is opened first

    def sometimes(database):
        if next(failing):
            raise OperationalError("a statement", {}, Exception("locked"))
        return work(database)

    monkeypatch.setattr(Database, "work", sometimes)
    status, out, _ = shell("--json", "-", stdin="list\nlist\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, [answer["ok"] for answer in answers]) == (0, [False, True])
    assert "Please try again" in answers[0]["text"]


def test_a_setting_file_that_cannot_be_read_is_refused(shell, tmp_path):
    """An unreadable settings file is wrong usage, reported with what is wrong in it."""
    (tmp_path / "pbm.toml").write_text("address = \n")
    assert "pbm.toml" in shell("list")[2]
    (tmp_path / "pbm.toml").write_text('adress = "pbm@example.org"\n')
    assert 'Did you mean "address"?' in shell("list")[2]


def test_a_tick_checks_the_clocks_once(shell_after, tmp_path):
    """`pbm tick`, for cron, reports its actions and sends the mails."""
    shell = shell_after(*SIGNUPS)
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


@pytest.mark.slow
def test_a_tick_runs_the_searches_that_wait(shell, tmp_path, monkeypatch):
    """Without a server, who asked for a proof by mail gets it after the next tick."""
    monkeypatch.setenv("PBM_CONFIRM", "off")
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    asked = simple_mail("bob@example.org", "trailblazer solve -size=6 right", "")
    assert shell("receive", "--from", "bob@example.org", stdin=asked)[0] == 0
    assert shell("tick")[0] == 0
    (answer,) = [mail for mail in outbox(tmp_path) if "You asked: trailblazer solve" in mail]
    assert "Player 2 loses by move 27" in answer


def test_the_program_explains_itself(shell):
    """--help names the program's own commands and the lines of the language."""
    out = shell("--help")[1]
    for word in ("serve", "demo", "perft", "--as-admin", "--json", "knightpanic challenge"):
        assert word in out
    assert "Example: pbm perft" in shell("perft", "--help")[1]


def test_the_version_is_told(shell):
    """`pbm --version` names the program and its version."""
    assert shell("--version") == (0, f"pbm {__version__}\n", "")


def test_alone_it_shows_what_it_can_do(shell):
    """Every command of its own, and that any other words are a line of the language."""
    status, out, _ = shell()
    assert status == 0
    assert all(f"  {name} " in out for name in COMMANDS)
    assert "pbm knightpanic challenge alice bob" in out
    assert max(map(len, out.splitlines())) <= 79
    assert shell("--help")[:2] == (0, out)
    for summary in ("until SIGTERM or Ctrl-C.", "admin          Manage games and players."):
        assert f"{summary}\n" in out


def test_a_misspelt_command_of_the_program_is_recognised(shell):
    """As those of the players' language are, which come first."""
    for typed, meant in [("srve", "serve"), ("dcotor", "doctor"), ("signip", "signup")]:
        assert f'Did you mean "{meant}"?' in "".join(shell(typed)[1:])


def test_words_are_completed(shell, monkeypatch):
    """By TAB: commands of the program, verbs, games, their verbs, and their options."""
    monkeypatch.setenv("_PBM_COMPLETE", "complete_bash")
    for typed, words in [
        ("pbm se", ["serve", "setup", "seeks"]),
        ("pbm knights", ["knightsdance", "knightsduel"]),
        ("pbm admin q", ["queue"]),
        ("pbm knightpanic ch", ["challenge", "chat"]),
        ("pbm knightsdance challenge alice bob -", ["-rows", "-cols", "-position", "-misere"]),
    ]:
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
        _, out, _ = shell()
        assert out.split()[: len(words)] == words
        assert typed[-1] == "-" or len(out.split()) == len(words)


def test_every_verb_is_completed(shell, monkeypatch):
    """Each that begins a line, or stands behind a game's name, though no command is loaded."""
    monkeypatch.setenv("_PBM_COMPLETE", "complete_bash")
    for number, (typed, verbs) in enumerate(
        [("pbm ", registry.general_verbs()), ("pbm trailblazer ", registry.game_verbs())], 1
    ):
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(number))
        wanted = {name for kinds in verbs.values() for kind in kinds for name in kind.names}
        others = {*COMMANDS, *games.games()} if number == 1 else set()
        assert set(shell()[1].split()) == wanted | others


@cases(
    ("word", "shown"),
    [
        ("clocks", "--forfeittime"),
        ("deadlines", "--nagtime"),
        ("reply", "write your move on the first line"),
        ("password", "change password"),
        ("Passwords", "forgot USERID"),
        ("rating", "standard deviation"),
    ],
)
def test_help_knows_words_that_people_try(shell, word, shown):
    """Subjects in the plural or singular, and other words for them."""
    status, out, _ = shell("help", word)
    assert status == 0
    assert shown in out


@pytest.mark.slow
def test_the_demo_plays_a_game_to_its_end():
    """The demo ends with a won game and the next commands to type."""
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


def test_nobody_waits_while_a_password_is_typed(shell_after, monkeypatch, tmp_path):
    """The database isn't locked while a password is typed: others can write."""
    shell = shell_after(*SIGNUPS)

    def ask(_prompt):
        other = sqlite3.connect(tmp_path / "pbm-data" / "pbm.db", timeout=0)
        other.execute("BEGIN IMMEDIATE")
        other.close()
        return Secret("pw1-alice")

    monkeypatch.setattr("commands.cli.lines.shell_lines.ask_password", ask)
    assert shell("knightpanic", "resign", "101", "alice", "-")[0] == 1


def test_a_whole_line_may_be_one_word(shell):
    """A line quoted as a whole is split as in mails."""
    assert shell("knightpanic legal new a1-c5")[0] == 0


def test_typed_text_is_normalised_and_made_safe(shell, tmp_path):
    """Long dashes count as hyphens, terminal escapes are dropped, broken bytes do no harm."""
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    shell("signup", "bob", "pw2-bob-1", "bob@example.org")
    shell("knightpanic", "challenge", "alice", "bob")
    assert (
        shell("knightpanic", "move", "101", "alice", "pw1-alice", "a1\u2013c5", "\x1b[31mred")[0]
        == 0
    )
    assert all("\x1b" not in mail for mail in outbox(tmp_path))
    assert shell("knightpanic", "show", "a\udcff")[0] == 1


def test_the_data_folder_is_private(shell, tmp_path):
    """The data folder holds addresses and mails, so only its owner may read it."""
    shell("signup", "alice", "pw1-alice", "alice@example.org")
    assert (tmp_path / "pbm-data").stat().st_mode & 0o777 == 0o700


def test_errors_of_the_program_are_json_too(shell, monkeypatch):
    """With --json even a wrong setting is reported as one JSON line."""
    monkeypatch.setenv("PBM_RELAY", "pigeon:")
    status, out, _ = shell("--json", "list")
    assert (status, json.loads(out)["ok"]) == (2, False)


def test_each_form_of_a_command_has_help(shell):
    """`help change delivery`, or `help delivery` alone; by another word of its usage, too."""
    for subject in ("change delivery", "delivery", "change daily"):
        out = shell("help", *subject.split())[1]
        assert out.lstrip().startswith("change delivery USERID PASSWORD each|daily|urgent")
    forms = ("password", "address", "format", "calendar", "comments", "echo", "visibility")
    for form in (*forms, "zone", "sleep", "autovacation"):
        out = shell("help", "change", form)[1]
        assert (f"change {form} " in out, out.count("For example:")) == (True, 1)
    assert shell("help", "change", "nonsense")[0] == 1


def test_help_fits_80_columns(shell):
    """Help pages fit 80 columns, except those of games."""
    for subject in ("", "commands", "tutorial", *registry.general_verbs(), *registry.game_verbs()):
        out = shell("help", *filter(None, [subject]))[1]
        assert max(map(len, out.splitlines())) < 80, subject
    assert max(map(len, shell("--help")[1].splitlines())) < 80
    assert max(map(len, shell("list")[1].splitlines())) < 80


GROUPS = [("admin",), *(("admin", each) for each in ("player", "queue", "node", "tournament"))]


@cases("words", [*GROUPS, ("robot",)])
def test_summaries_of_commands_are_whole(shell, words):
    """No command's line in a list of commands is cut off."""
    _, _, listed = shell(*words, "--help")[1].partition("Commands:\n")
    lines = listed.partition("\n\n")[0].splitlines()
    assert lines
    assert not [line for line in lines if line.endswith("...")]


def test_the_data_folder_may_be_this_one(shell, monkeypatch, tmp_path):
    """The data folder may be given as a dot."""
    monkeypatch.setenv("PBM_DATA", ".")
    assert shell("signup", "alice", "pw1-alice", "alice@example.org")[0] == 0
    assert (tmp_path / "pbm.db").exists()


REFUSALS = (errno.EACCES, errno.ENOSPC, errno.EROFS, errno.ENAMETOOLONG)


@cases("number", REFUSALS)
def test_refusals_of_the_system_are_told_in_words(shell, monkeypatch, number):
    """A folder that is closed, full or read-only is named, with what to do, and no traceback."""

    def refuse(*_):
        raise OSError(number, os.strerror(number), "pbm-data")

    monkeypatch.setattr("commands.cli.main.run_command", refuse)
    status, out, err = shell("status")
    assert (status, out) == (1, "")
    assert err.startswith(f"pbm-data can't be used: {os.strerror(number)}. ")


@pytest.mark.slow
def test_an_output_that_is_full_is_told_on_the_other(tmp_path):
    """Also where the answer would be JSON; and without an input there are no lines."""
    program = f"{shlex.quote(sys.executable)} -m commands"
    for line, told in (
        ("list > /dev/full", True),
        ("--json list > /dev/full", True),
        ("- <&-", False),
    ):
        done = subprocess.run(
            ["sh", "-c", f"{program} {line}"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (told, "", told), line
        assert ("No space left" in done.stderr) == told, line


def test_a_folder_that_is_gone_is_told(shell, monkeypatch, tmp_path):
    """In which pbm is started: no traceback."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    status, _, err = shell("status")
    assert status == 1
    assert "the folder in which you started pbm" in err


def test_a_data_folder_that_is_a_loop_of_links_is_told(shell, monkeypatch, tmp_path):
    """No command ends in a traceback."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    monkeypatch.setenv("PBM_DATA", str(tmp_path / "loop"))
    lines = ["status", "site pages", "restore backup", "backup file", "serve"]
    for line in lines:
        status, out, err = shell(*line.split())
        assert status, line
        assert str(tmp_path / "loop") in f"{out} {err}".replace("\n", ""), line
