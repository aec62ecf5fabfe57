"""Tournaments of admins: `pbm admin tournament ...`, and the calendar of `pbm.toml`."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from pbm.clock import SystemClock
from pbm.wording import local_time

BEGINS = (datetime.now(UTC) + timedelta(days=3)).replace(hour=0, minute=0)
SOON = f"{BEGINS:%Y-%m-%d}"
NEW = f"tournament new Panic-1 --game panic --kind swiss --from {SOON}"
WHY = ("--reason", "no answer since May")


@pytest.fixture
def admin(shell_after):
    """Runs `pbm admin` where alice has signed up."""
    shell = shell_after("signup alice pw-of-alice alice@example.org")
    return lambda line, *more: shell("admin", *line.split(), *more)


def test_a_tournament_is_made_and_cancelled(admin):
    """It is listed and shown, and both acts are kept in the audit log."""
    status, out, _ = admin(f"{NEW} --days 30", "--options", "-size=5 -unrated")
    begins = local_time(BEGINS)
    assert (status, out) == (0, f"Players can now join Panic-1. It begins on {begins}.\n")
    (listed,) = json.loads(admin("tournament list --json")[1])["tournaments"]
    assert (listed["name"], listed["status"], listed["players"]) == ("Panic-1", "open", 0)
    assert "Panic-1  open    knightpanic  swiss" in admin("tournament list")[1]
    shown = admin("tournament show panic-1")[1]
    assert "--days=30" in shown
    assert "--options=-size=5 -unrated" in shown
    assert "is canceled" in admin("tournament cancel panic-1", *WHY)[1]
    assert "Panic-1  canceled  knightpanic  swiss" in admin("tournament list")[1]
    assert "The tournament was already canceled." in admin("tournament cancel panic-1", *WHY)[2]
    acts = [each["act"] for each in json.loads(admin("audit --json")[1])["acts"]]
    assert acts == ["tournament new", "tournament cancel"]


def test_what_is_refused(admin):
    """Each with what is wrong, and nothing is changed."""
    assert admin(NEW)[0] == 0
    for line, said in (
        (NEW, 'There is already a tournament called "Panic-1"'),
        (NEW.replace("Panic-1", "a.b"), 'A tournament can\'t be named "a.b"'),
        (
            NEW.replace(SOON, "2020-01-01").replace("Panic-1", "x"),
            "For --from, give a date in the future",
        ),
        (f"{NEW} --options -hints", "can't have -hints"),
        ("tournament new x --game panic", "A tournament needs --kind and --from."),
        ("tournament show panic-2", 'Did you mean "Panic-1"?'),
        ("tournament withdraw panic-1 alice --reason x", "The player hasn't joined."),
        ("tournament disqualify panic-1 alice --reason x", "The Panic-1 tournament hasn't started"),
        ("tournament disqualify panic-1 bob --reason x", 'Nobody is registered as "bob"'),
    ):
        status, _, error = admin(line)
        assert status
        assert said in error
    assert len(json.loads(admin("tournament list --json")[1])["tournaments"]) == 1


def test_the_calendar_makes_tournaments(shell_after, tmp_path):
    """At a tick, each once; `pbm config` shows it, and what is wrong with it."""
    shell = shell_after("signup alice pw-of-alice alice@example.org")
    entry = {"name": "panic", "every": "month", "from": SOON, "game": "panic", "kind": "swiss"}
    lines = [f'{word} = "{value}"' for word, value in entry.items()]
    (tmp_path / "pbm.toml").write_text("\n".join(["[[tournaments]]", *lines]))
    for _ in range(2):
        assert shell("tick")[0] == 0
        found = json.loads(shell("admin", "tournament", "list", "--json")[1])["tournaments"]
        assert [each["name"] for each in found] == [f"panic-{SOON[:7]}"]
    assert "panic every month" in shell("config", "tournaments")[1]
    (tmp_path / "pbm.toml").write_text("\n".join(["[[tournaments]]", *lines[2:]]))
    status, out, _ = shell("config", "tournaments")
    assert status == 1
    assert 'Write week, month, quarter or year, such as every = "month"' in " ".join(out.split())
    (tmp_path / "pbm.toml").write_text("\n".join(["[[tournaments]]", *lines] * 2))
    assert 'two tournaments are named "panic"' in shell("tick")[2]
    monthly = 'tournaments = "monthly"'
    (tmp_path / "pbm.toml").write_text(monthly)
    assert "as a [[tournaments]] table" in shell("tick")[2]


def test_what_an_admin_decides_counts_while_the_round_is_open(shell_after, monkeypatch):
    """A game that is taken back goes on; a removed one counts as unfinished."""
    shell = shell_after(
        "signup alice pw-of-alice alice@example.org", "signup bob pw-of-bob bob@example.org"
    )
    assert shell("admin", *NEW.replace("swiss", "knock-out").split(), "--min-players", "2")[0] == 0
    for name in ("alice", "bob"):
        assert shell("tournament", "Panic-1", "join", name, f"pw-of-{name}")[0] == 0
    later = datetime.now(UTC) + timedelta(days=3)
    monkeypatch.setattr(SystemClock, "now", lambda _: later)
    assert shell("tick")[0] == 0

    def points():
        """Alice's points on board 101; None while it goes on."""
        (table,) = json.loads(shell("--json", "tournament", "panic-1")[1])["data"]["tables"]
        (own,) = [row for row in table["standings"] if row["userid"] == "alice"]
        return own["games"][0]["points"]

    assert points() is None
    decide = ("admin", "adjudicate", "knightpanic", "101")
    assert shell(*decide, "--winner", "alice", *WHY)[0] == 0
    assert points() == 1
    assert shell("admin", "rollback", "knightpanic", "101", "--move", "0", *WHY)[0] == 0
    assert points() is None
    assert shell(*decide, "--remove", *WHY)[0] == 0
    assert points() == 0.5
    assert shell("admin", "tournament", "disqualify", "panic-1", "alice", *WHY)[0] == 0
    assert shell("admin", "player", "ban", "bob", *WHY)[0] == 0
    shown = shell("admin", "tournament", "show", "panic-1")[1]
    assert "alice   ½       disqualified" in shown
    assert "bob     ½       banned" in shown
    assert shell("tick")[0] == 0
    told = shell("admin", "rollback", "knightpanic", "102", "--move", "0", *WHY)[1]
    over = "round 1 of the Panic-1 tournament is over."
    unchanged = f"The tournament standings don't change, because {over}"
    assert unchanged in " ".join(told.split())
