"""The commands of admins: `pbm admin ...`, in an empty folder."""

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from commands.cli.admin import lists
from commands.cli.main import command_words
from commands.cli.terminal import clean
from commands.system import users
from pbm.clock import SystemClock
from tests.support.cases import cases
from tests.support.paths import ROOT
from tests.support.site import Site

DAY = r"(\d\d:\d\d today|20\d\d-\d\d-\d\d)"
"""A date in a list; unless midnight has just passed, the time."""
WHY = ("--reason", "no answer since May")
COMMANDS = [
    ("games",),
    ("players",),
    ("board",),
    ("adjudicate",),
    ("rollback",),
    ("announce",),
    ("verify",),
    ("rotate-key",),
    ("new-generation",),
    ("audit",),
    ("queue", "list"),
    ("queue", "show"),
    ("queue", "retry"),
    ("queue", "hold"),
    ("queue", "drop"),
    ("player", "show"),
    ("player", "ban"),
    ("player", "unban"),
    ("player", "rename"),
    ("player", "reset-password"),
    ("tournament", "new"),
    ("tournament", "list"),
    ("tournament", "show"),
    ("tournament", "cancel"),
    ("tournament", "withdraw"),
    ("tournament", "disqualify"),
]


@pytest.fixture
def admin(shell_after, tmp_path):
    """Runs `pbm admin` where alice and bob play Knight Panic board 101, and no mail waits."""
    shell = shell_after(
        "signup alice pw-of-alice alice@example.org",
        "signup bob pw-of-bob bob@example.org",
        "knightpanic challenge alice bob",
        "knightpanic move 101 alice pw-of-alice a1-c5",
    )
    taken_mails(tmp_path)
    return lambda *words: shell("admin", *words)


def taken_mails(folder):
    """Returns the mails that came since the last call, the oldest first."""
    paths = sorted((folder / "pbm-data" / "outbox" / "new").iterdir(), key=os.path.getmtime)
    found = [path.read_text() for path in paths]
    for path in paths:
        path.unlink()
    return found


def site_of(folder):
    return Site(f"sqlite:///{folder / 'pbm-data' / 'pbm.db'}")


def change(folder, statement):
    """Changes the database directly, in a way that no command can."""
    from sqlalchemy import create_engine, text  # noqa: PLC0415

    engine = create_engine(f"sqlite:///{folder / 'pbm-data' / 'pbm.db'}")
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


def audit(admin):
    return json.loads(admin("audit", "--json")[1])["acts"]


def board(shell, number="101"):
    return json.loads(shell("--json", "knightpanic", "show", number)[1])["data"]


def test_admin_is_a_word_of_the_program(shell):
    """`pbm admin` alone explains itself, and completion options exist."""
    assert {"admin", "--install-completion", "--show-completion"} <= command_words()
    assert "adjudicate" in "".join(shell("admin")[1:])
    assert shell("admin", "nonsense")[0] == 2


@cases("words", COMMANDS)
def test_every_command_has_help_with_an_example(shell, words):
    status, out, _ = shell("admin", *words, "--help")
    assert status == 0
    assert f"Example: pbm admin {' '.join(words)}" in " ".join(out.split())


def test_games_are_listed(admin):
    """A list shows the player to move and since when; nothing is cut in 80 columns."""
    status, out, _ = admin("games")
    assert status == 0
    assert out.splitlines()[0] == "1 board"
    assert re.search(rf"knightpanic 101 +alice - bob +bob to play move 2 +{DAY}", out)
    assert max(map(len, out.splitlines())) <= 80


SELECTIONS = [
    ((), [102, 101]),
    (("panic",), [102, 101]),
    (("hex",), None),
    (("trailblazer",), []),
    (("--player", "BOB"), [101]),
    (("--player", "nobody"), None),
    (("--state", "active"), [102]),
    (("--state", "overdue"), []),
    (("--state", "finished"), [101]),
    (("--state", "late"), None),
    (("--since", "2020-02-29"), [102, 101]),
    (("--since", "2999-01-01"), []),
    (("--since", "May"), None),
    (("knightpanic", "--player", "alice", "--state", "finished"), [101]),
]
"""Words, and the numbers of the boards that they select; None for a refusal."""


def test_games_are_selected(admin, shell):
    """Games are selected by game, player, state and day."""
    shell("signup", "carol", "pw-of-carol", "carol@example.org")
    shell("knightpanic", "challenge", "alice", "carol")
    admin("adjudicate", "knightpanic", "101", "--winner", "alice", *WHY)
    for words, numbers in SELECTIONS:
        status, out, err = admin("games", *words, "--json")
        if numbers is None:
            assert status in (1, 2), words
            assert "Traceback" not in err, words
        else:
            assert [board["board"] for board in json.loads(out)["boards"]] == numbers, words


def test_many_games_come_in_pages(admin, shell, monkeypatch):
    """A page tells the next one, and only boards in the wanted state fill it."""
    for _ in range(4):
        shell("knightpanic", "challenge", "alice", "bob")
    admin("adjudicate", "knightpanic", "104", "--draw", *WHY)
    monkeypatch.setattr(lists, "PER_PAGE", 2)
    pages = [
        ((), [105, 104], True),
        (("--page", "3"), [101], False),
        (("--page", "4"), [], False),
        (("knightpanic", "--page", "2"), [103, 102], True),
        (("--state", "active", "--page", "2"), [102, 101], False),
    ]
    for words, numbers, more in pages:
        found = json.loads(admin("games", *words, "--json")[1])
        assert [board["board"] for board in found["boards"]] == numbers, words
        assert found["more"] is more, words
    titles = [admin("games", "--page", page)[1].splitlines()[0] for page in "13"]
    assert titles == ["2 boards, page 1 (next page: --page 2)", "1 board, page 3"]
    monkeypatch.setattr(lists, "PER_PAGE", 1)
    assert admin("players")[1].splitlines()[0] == "1 player, page 1 (next page: --page 2)"
    found = json.loads(admin("players", "--page", "2", "--json")[1])
    assert ([each["userid"] for each in found["players"]], found["more"]) == (["bob"], False)


def test_overdue_is_a_turn_longer_than_the_nag_time(admin, tmp_path):
    """A turn is overdue by the board's own nag time, counted from its start."""
    change(tmp_path, "update board set turn = datetime('now', '-6 days')")
    assert "overdue" not in admin("games")[1]
    change(tmp_path, "update board set turn = datetime('now', '-9 days', '-1 hour')")
    assert "bob to play move 2, 2 days overdue" in " ".join(admin("games")[1].split())
    (found,) = json.loads(admin("games", "--state", "overdue", "--json")[1])["boards"]
    assert found["overdue"]
    admin("adjudicate", "knightpanic", "101", "--draw", *WHY)
    assert json.loads(admin("games", "--state", "overdue", "--json")[1])["boards"] == []


def test_players_are_listed(admin):
    """Players are listed with addresses and number of boards, as text and as JSON."""
    admin("player", "ban", "bob", *WHY)
    admin("adjudicate", "knightpanic", "101", "--draw", *WHY)
    assert re.search(
        rf"bob \(banned\) +bob@example.org +0 +1 +{DAY}",
        admin("players")[1],
    )
    alice, bob = json.loads(admin("players", "--json")[1])["players"]
    assert (alice["userid"], alice["banned"], bob["banned"]) == ("alice", False, True)
    assert (alice["active"], alice["finished"]) == (0, 1)
    assert alice["addresses"] == ["alice@example.org"]
    assert datetime.fromisoformat(alice["joined"]) <= datetime.now(UTC)


def test_a_board_is_shown_whole(admin):
    """A board is shown with its players, options, terms, log, mails and audit entries."""
    admin("rollback", "knightpanic", "101", "--move", "0", *WHY)
    out = " ".join(admin("board", "Panic", "101")[1].split())
    for words in (
        "Knight Panic board 101: alice - bob",
        "state alice to play move 1",
        "player bob, bob@example.org",
        "options -size=4 -2d -mover_wins -extra=0",
        "terms --nagtime=7 --forfeittime=21",
        "replay matches the stored position",
        "alice move a1-c5",
        "admin rollback 0",
        "bob@example.org sent",
        "rollback knightpanic 101:",
        "no answer since May",
    ):
        assert words in out
    assert admin("board", "knightpanic", "999")[0] == 1


def test_the_error_of_a_mail_is_shown(admin, tmp_path):
    """A mail's state, tries, next try and the other server's reply are shown."""
    change(
        tmp_path,
        "update outbox set state = 'waiting', tries = 2, trouble = '451 later' where id % 2 = 0",
    )
    change(tmp_path, "update outbox set state = 'failed', tries = 1 where id % 2 = 1")
    out = " ".join(admin("board", "knightpanic", "101")[1].split())
    assert re.search(r"waiting, tried 2 times, next attempt 20.*?: 451 later", out)
    assert "failed, tried 1 time" in out


@pytest.mark.parametrize(
    ("how", "detail", "winners"),
    [
        (("--winner", "Bob"), "won by bob", [1]),
        (("--winner", "alice", "--winner", "bob"), "drawn", []),
    ],
)
def test_a_game_is_adjudicated(admin, shell, how, detail, winners):
    """An adjudicated game is over, both logs keep time and reason, and it verifies."""
    before = SystemClock().now()
    status, out, _ = admin("adjudicate", "knightpanic", "101", *how, *WHY)
    assert (status, out) == (0, f"Knight Panic board 101: {detail}. pbm has emailed the players.\n")
    assert board(shell)["winners"] == winners
    (entry,) = audit(admin)
    assert (entry["act"], entry["subject"], entry["detail"]) == (
        "adjudicate",
        "knightpanic 101",
        detail,
    )
    assert (entry["reason"], bool(entry["admin"])) == (WHY[1], True)
    assert before <= datetime.fromisoformat(entry["at"]) <= SystemClock().now()
    log = json.loads(shell("knightpanic", "record", "101")[1])["header"]["log"]
    assert re.search(r" admin adjudicate \d \d no answer since May$", log[-1])
    assert admin("verify")[0] == 0


def test_players_and_watchers_are_told_of_a_decision(admin, shell, tmp_path):
    """In the mail that ends the game."""
    shell("signup", "carol", "pw-of-carol", "carol@example.org")
    assert shell("knightpanic", "subscribe", "101", "carol", "pw-of-carol")[0] == 0
    taken_mails(tmp_path)
    admin("adjudicate", "knightpanic", "101", "--draw", *WHY)
    mails = taken_mails(tmp_path)
    to = [re.search("^To: (.*)", mail, re.MULTILINE)[1] for mail in mails]
    assert sorted(to) == ["alice@example.org", "bob@example.org", "carol@example.org"]
    assert all("The admin decided: no answer since May." in mail for mail in mails)
    assert board(shell)["winners"] == []


def test_a_board_is_removed(admin, shell, tmp_path):
    """The reason is shown to the players and to anyone who asks for the board."""
    assert admin("adjudicate", "knightpanic", "101", "--remove", *WHY)[0] == 0
    assert len(taken_mails(tmp_path)) == 2
    assert (
        "removed: by the admin, no answer since May"
        in shell("knightpanic", "show", "101")[2] + (shell("knightpanic", "show", "101")[1])
    )
    assert "removed: by the admin" in " ".join(admin("games")[1].split())
    assert json.loads(admin("games", "--state", "active", "--json")[1])["boards"] == []
    assert "removed" in admin("board", "knightpanic", "101")[1]
    assert admin("adjudicate", "knightpanic", "101", "--draw", *WHY)[0] == 1


def test_a_frozen_board_is_taken_away(admin, tmp_path):
    """Only removal works on a frozen board; its players are told, and verify then passes."""
    change(tmp_path, "update board set checksum = 'x'")
    taken_mails(tmp_path)
    status, out, _ = admin("adjudicate", "knightpanic", "101", "--remove", *WHY)
    assert (status, out) == (0, "Knight Panic board 101: removed. pbm has emailed the players.\n")
    mails = taken_mails(tmp_path)
    assert len(mails) == 2
    assert all("The admin has removed this game: no answer since May." in mail for mail in mails)
    assert "0 boards" in admin("games", "--state", "active")[1]
    assert admin("verify")[0] == 0
    (entry,) = audit(admin)
    assert (entry["act"], entry["detail"]) == ("adjudicate", "removed")


REFUSED = [
    (("adjudicate", "knightpanic", "101", *WHY), 2),
    (("adjudicate", "knightpanic", "101", "--draw", "--remove", *WHY), 2),
    (("adjudicate", "knightpanic", "101", "--draw", "--winner", "bob", *WHY), 2),
    (("adjudicate", "knightpanic", "101", "--draw"), 2),
    (("adjudicate", "knightpanic", "101", "--draw", "--reason", " "), 1),
    (("adjudicate", "knightpanic", "101", "--winner", "carol", *WHY), 1),
    (("adjudicate", "knightpanic", "102", "--draw", *WHY), 1),
    (("adjudicate", "knightpanic", "x", "--draw", *WHY), 2),
    (("adjudicate", "hex", "101", "--draw", *WHY), 1),
    (("rollback", "knightpanic", "101", "--move", "1", *WHY), 1),
    (("rollback", "knightpanic", "101", "--move", "2", *WHY), 1),
    (("rollback", "knightpanic", "101", "--move", "-1", *WHY), 2),
    (("rollback", "knightpanic", "101", *WHY), 2),
    (("player", "ban", "nobody", *WHY), 1),
    (("player", "ban", "bob"), 2),
    (("player", "unban", "bob", *WHY), 1),
    (("player", "rename", "bob", "alice", *WHY), 1),
    (("player", "rename", "bob", "bob", *WHY), 1),
    (("player", "rename", "bob", "1bob", *WHY), 1),
    (("player", "rename", "bob", "admin", *WHY), 1),
    (("player", "reset-password", "nobody", *WHY), 1),
    (("player", "reset-password", "bob", "--reason", "x" * 501), 1),
]
"""Lines, and their exit status."""


def test_refused_lines_change_nothing(admin, tmp_path):
    """A refusal brings a sentence, but no mail, no audit entry and no traceback."""
    for words, status in REFUSED:
        found, out, err = admin(*words)
        assert (found, out) == (status, ""), words
        assert err.strip(), words
        assert "Traceback" not in err, words
    assert not taken_mails(tmp_path)
    assert not audit(admin)


def test_a_rollback_is_a_new_epoch(admin, shell, tmp_path):
    """After a rollback the move can be made again, old guards fail, and the log keeps all."""
    shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3")
    shell("knightpanic", "resign", "101", "bob", "pw-of-bob")
    taken_mails(tmp_path)
    assert admin("rollback", "knightpanic", "101", "--move", "1", *WHY)[0] == 0
    assert all("taken the game back" in " ".join(mail.split()) for mail in taken_mails(tmp_path))
    assert board(shell)["moves"] == ["a1-c5"]
    assert shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3#2")[0] == 0
    site = site_of(tmp_path)
    with site.database.work() as work:
        kept = work.boards.find("knightpanic", 101)
    assert (kept.match.state.epoch, len(kept.match.events), kept.resigning) == (1, 4, frozenset())
    site.close()
    assert admin("verify")[0] == 0


@pytest.mark.slow
def test_a_resignation_out_of_turn_is_off_after_a_rollback(admin, shell):
    """A resignation for a later ply is void after a rollback."""
    shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3")
    assert shell("knightpanic", "resign", "101", "bob", "pw-of-bob")[0] == 0
    admin("rollback", "knightpanic", "101", "--move", "0", *WHY)
    assert shell("knightpanic", "move", "101", "alice", "pw-of-alice", "a1-c5")[0] == 0
    assert board(shell)["winners"] is None


def test_an_adjudication_can_be_rolled_back(admin, shell):
    """A finished game can be decided again only after a rollback."""
    draw = ("adjudicate", "knightpanic", "101", "--draw", *WHY)
    assert [admin(*draw)[0], admin(*draw)[0]] == [0, 1]
    assert admin("rollback", "knightpanic", "101", "--move", "1", *WHY)[0] == 0
    assert board(shell)["to_move"] == 1
    assert admin(*draw)[0] == 0


def test_a_banned_player_is_refused(admin, shell, tmp_path):
    """A ban refuses passwords and challenges without its reason; the admin may still act."""
    assert admin("player", "ban", "BOB", "--reason", "insults")[0] == 0
    to = {re.search("^To: (.*)", mail, re.MULTILINE)[1]: mail for mail in taken_mails(tmp_path)}
    assert "insults" in to["bob@example.org"]
    assert "has banned bob" in to["alice@example.org"]
    assert "insults" not in to["alice@example.org"]
    shell("signup", "carol", "pw-of-carol", "carol@example.org")
    for words in (
        ("move", "101", "bob", "pw-of-bob", "e7-c3"),
        ("resign", "101", "bob", "pw-of-bob"),
        ("challenge", "carol", "bob"),
        ("challenge", "bob", "carol"),
    ):
        status, out, err = shell("knightpanic", *words)
        assert (status, out + err) == (1, "bob is banned from this server.\n")
    assert "password" in shell("knightpanic", "move", "101", "bob", "wrong", "e7-c3")[1]
    assert board(shell)["to_move"] == 1
    assert admin("player", "ban", "bob", *WHY)[0] == 1
    assert shell("--as-admin", "knightpanic", "move", "101", "bob", "e7-c3")[0] == 0


def test_a_banned_players_queued_moves_wait(admin, shell):
    """A banned player's queued move isn't played when their turn comes."""
    assert shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3")[0] == 0
    assert shell("knightpanic", "queue", "101", "bob", "pw-of-bob", "g7-e3")[0] == 0
    admin("player", "ban", "bob", *WHY)
    assert shell("knightpanic", "move", "101", "alice", "pw-of-alice", "c1-g3")[0] == 0
    assert board(shell)["moves"] == ["a1-c5", "e7-c3", "c1-g3"]


def test_queued_moves_are_dropped_by_a_rollback(admin, shell):
    """A rollback drops queued moves and offers, which were meant for another course of the game."""
    shell("knightpanic", "queue", "101", "alice", "pw-of-alice", "c1-g3")
    shell("knightpanic", "move", "101", "bob", "pw-of-bob", "propose")
    admin("rollback", "knightpanic", "101", "--move", "0", *WHY)
    shell("knightpanic", "move", "101", "alice", "pw-of-alice", "a1-c5")
    shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3")
    assert board(shell)["moves"] == ["a1-c5", "e7-c3"]
    assert shell("knightpanic", "move", "101", "alice", "pw-of-alice", "accept")[0] == 1


def test_a_player_is_let_in_again(admin, shell, tmp_path):
    """After a ban ends, password and boards are as before."""
    admin("player", "ban", "bob", *WHY)
    taken_mails(tmp_path)
    assert admin("player", "unban", "bob", "--reason", "apologized")[0] == 0
    assert len(taken_mails(tmp_path)) == 2
    assert shell("knightpanic", "move", "101", "bob", "pw-of-bob", "e7-c3")[0] == 0
    assert [entry["act"] for entry in audit(admin)] == ["player ban", "player unban"]


def test_a_player_is_renamed(admin, shell, tmp_path):
    """Boards show the new name, old logs the old one, which nobody else may take."""
    assert admin("player", "rename", "alice", "Alicia", "--reason", "she asked")[0] == 0
    mails = taken_mails(tmp_path)
    assert len(mails) == 2
    assert all("Alicia" in mail for mail in mails)
    assert board(shell)["players"] == ["Alicia", "bob"]
    record = json.loads(shell("knightpanic", "record", "101")[1])
    assert " alice move " in record["header"]["log"][0]
    for name in ("alice", "ALICE", "alicia"):
        assert shell("signup", name, "pa55-of-his", "mallory@example.org")[0] == 1
        assert admin("player", "rename", "bob", name, *WHY)[0] == 1
    assert shell("trailblazer", "challenge", "bob", "ALICIA")[0] == 0
    assert shell("trailblazer", "challenge", "bob", "alice")[0] == 1
    assert admin("verify")[0] == 0


def test_acts_on_a_renamed_player_are_still_shown(admin):
    """Those under all former names, back through several; a former name finds the player, too."""
    admin("player", "ban", "alice", "--reason", "first-why")
    admin("player", "rename", "alice", "Alicia", "--reason", "second-why")
    admin("player", "unban", "alicia", "--reason", "third-why")
    admin("player", "rename", "alicia", "alix", "--reason", "fourth-why")
    admin("player", "ban", "bob", "--reason", "others-why")
    for name in ("alix", "Alicia", "alice"):
        status, out, _ = admin("player", "show", name)
        assert (status, out.splitlines()[0]) == (0, "alix")
        reasons = ("first-why", "second-why", "third-why", "fourth-why", "others-why")
        assert [word in out for word in reasons] == [True] * 4 + [False]


def test_a_player_is_shown_with_all_that_an_admin_is_asked_about(admin, shell):
    """When they joined and wrote last, boards, ratings, what they chose, and a vacation."""
    shell("change", "delivery", "alice", "pw-of-alice", "daily", "18", "Europe/Berlin")
    shell("change", "format", "alice", "pw-of-alice", "text")
    shell("vacation", "alice", "pw-of-alice", "until", "friday")
    shown = admin("player", "show", "alice")[1]
    about = dict(line.split(maxsplit=1) for line in shown.splitlines() if " " in line)
    assert about["boards"] == "1 running, 0 finished"
    assert (about["delivery"], about["zone"]) == ("daily 18", "Europe/Berlin")
    assert (about["format"], about["visibility"]) == ("text", "public")
    assert re.fullmatch(r"until \d{4}-\d\d-\d\d \d\d:\d\d", about["vacation"])
    assert about["joined"].startswith("20")
    assert re.search(rf"alice .* {DAY}", admin("players")[1])


def test_a_player_gets_an_old_name_back(admin, shell):
    """A player may take back an old name, and may change its capitals."""
    for name in ("alicia", "ALICE", "alice", "Alicia"):
        before = board(shell)["players"][0]
        assert admin("player", "rename", before, name, *WHY)[0] == 0
    assert shell("signup", "alice", "pa55-of-his", "mallory@example.org")[0] == 1
    assert len(audit(admin)) == 4


def test_a_password_is_reset(admin, shell, tmp_path):
    """A new password is printed once, stands in no mail or file, and replaces the old one."""
    status, out, _ = admin("player", "reset-password", "bob", "--reason", "forgotten")
    password = out.splitlines()[-1]
    assert (status, len(password) >= 16) == (0, True)
    (mail,) = taken_mails(tmp_path)
    assert "bob@example.org" in mail
    assert "has reset your password" in mail
    assert password not in mail
    for path in (tmp_path / "pbm-data").rglob("*"):
        assert path.is_dir() or password.encode() not in path.read_bytes()
    assert (
        "pw-of-bob" in password or shell("knightpanic", "resign", "101", "bob", "pw-of-bob")[0] == 1
    )
    assert shell("knightpanic", "move", "101", "bob", password, "e7-c3")[0] == 0
    (entry,) = audit(admin)
    assert password not in json.dumps(entry)
    assert entry["detail"] == "new password"


def test_verify_reports_frozen_boards(admin, tmp_path):
    """The exit status of verify is 1 for a frozen board, which can still be shown."""
    whole = "1 board replayed, no differences found.\nAll tables read, no damage found.\n"
    assert admin("verify") == (0, whole, "")
    change(tmp_path, "update event set line = replace(line, 'a1-c5', 'c1-g3')")
    status, out, err = admin("verify")
    assert (status, err) == (1, "")
    assert "1 board replayed, 1 frozen" in out
    assert "knightpanic 101" in out
    assert "the log leads to a different checksum" in " ".join(out.split())
    assert "frozen: the log" in admin("board", "knightpanic", "101")[1]
    assert admin("adjudicate", "knightpanic", "101", "--draw", *WHY)[0] == 1


@pytest.mark.parametrize(
    "statement",
    [
        "update event set line = ''",
        "update board set options = '['",
        "update board set options = '5'",
        "update board set places = 'x'",
        "update board set game = 'nonsense'",
        "update board set to_move = 0",
        "update board set ply = 7",
    ],
)
@pytest.mark.slow
def test_broken_boards_break_no_list(admin, tmp_path, statement):
    """However a board was damaged, it is listed, and verify finds it."""
    change(tmp_path, statement)
    assert admin("games")[0] == 0
    assert admin("games", "--json")[0] == 0
    assert admin("verify")[0] == 1
    if "nonsense" not in statement:
        assert admin("board", "knightpanic", "101")[0] == 0


def test_the_audit_log_is_a_table_too(admin, monkeypatch):
    """The audit log shows author, time and reason in 80 columns."""
    monkeypatch.setattr("commands.cli.admin.admin_actions.real_user", lambda: "operator")
    admin("adjudicate", "knightpanic", "101", "--draw", *WHY)
    admin("player", "ban", "bob", "--reason", "words " * 50)
    out = admin("audit")[1]
    assert out.splitlines()[0] == "2 actions"
    assert max(map(len, out.splitlines())) <= 80
    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d +operator +adjudicate knightpanic", out)


@pytest.mark.parametrize(
    ("login", "user", "name"),
    [
        ("4294967295", 0, "root"),
        ("4294967295", 65534, "nobody"),
        ("65534", 65534, "nobody"),
        ("65534", 0, "nobody as root"),
        ("0", 54321, "root as uid 54321"),
        ("", 0, "root"),
        (None, 65534, "nobody"),
    ],
)
def test_the_admins_name_is_the_kernels(tmp_path, monkeypatch, login, user, name):
    """It is the real user's, and who logged in as another; no variable of the shell changes it."""
    for variable in ("LOGNAME", "USER", "SUDO_USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(variable, "mallory")
    monkeypatch.setenv("SUDO_UID", "1000")
    if login is not None:
        (tmp_path / "loginuid").write_text(login)
    monkeypatch.setattr(users, "LOGIN", tmp_path / "loginuid")
    monkeypatch.setattr("os.getuid", lambda: user)
    assert users.real_user() == name


def test_a_game_that_is_over_is_not_decided_again(admin):
    """The refusal says how it ended and how to take that back, without words of the log."""
    admin("adjudicate", "knightpanic", "101", "--winner", "alice", *WHY)
    status, _, err = admin("adjudicate", "knightpanic", "101", "--draw", *WHY)
    assert (status, "Board 101 is finished" in err) == (1, True)
    assert "pbm admin rollback knightpanic 101 --move N" in err
    assert "adjudicate" not in err


def test_nothing_on_the_screen_is_obeyed(admin, tmp_path):
    """Escapes, controls, reversed text and rich's markup are shown, not obeyed."""
    change(tmp_path, "update outbox set trouble = char(27) || '[2J' || char(8238) || '[red]no[/]'")
    change(tmp_path, "update board set removed = char(27) || ']0;title' || char(7)")
    admin("player", "ban", "bob", "--reason", "\x1b[2Jcleared\nsecond line")
    for words in (("board", "knightpanic", "101"), ("games",), ("audit",), ("players", "--json")):
        out = admin(*words)[1]
        assert "\x1b" not in out
        assert "\u202e" not in out
        assert "\x07" not in out
    assert "[red]no[/]" in "".join(admin("board", "knightpanic", "101")[1].split())
    assert clean("a\tb\x9b\u202e") == "a\ufffdb\ufffd\ufffd"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("admin games kni", "knightpanic"),
        ("admin games --state o", "overdue"),
    ],
)
def test_the_shell_completes_words(typed, expected, tmp_path):
    """Completion offers commands, options, states and names of games."""
    words = f"pbm {typed}"
    done = subprocess.run(
        [sys.executable, "-m", "commands"],
        cwd=tmp_path,
        env=os.environ
        | {
            "PYTHONPATH": str(ROOT),
            "_PBM_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split()) - 1),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert expected in done.stdout.split(), done.stderr
