"""What admins tell players: `pbm admin announce`, and their decisions, which no limit holds up."""

import re

import pytest

from tests.commands.cli.admin.test_admin import audit, change, taken_mails

ACCOUNTS = {name: f"pw-of-{name}" for name in ("alice", "bob", "carol", "dave", "eve")}
TEXT = "The server moves on Sunday.\n\nNo <mail> from 8 to 10 UTC."


@pytest.fixture
def admin(shell_after, tmp_path):
    """Runs `pbm admin` where alice and bob play, and carol and bob's game is over."""
    shell = shell_after(
        *(f"signup {name} {word} {name}@example.org" for name, word in ACCOUNTS.items()),
        "knightpanic challenge alice bob",
        "trailblazer challenge carol bob",
        f"trailblazer resign 101 carol {ACCOUNTS['carol']}",
        f"block dave {ACCOUNTS['dave']} broadcast",
    )
    change(tmp_path, "insert into mark (address, since) values ('eve@example.org', '2026-01-01')")
    taken_mails(tmp_path)
    return lambda *words, **more: shell("admin", *words, **more)


def recipients(folder):
    """Returns the recipients of the mails that came since the last call."""
    return [re.search(r"^To: (\w+)", mail, re.MULTILINE)[1] for mail in taken_mails(folder)]


def test_nothing_is_sent_before_it_was_seen(admin, tmp_path):
    """Without a terminal to ask at, the mail and the number of its recipients are all."""
    status, out, err = admin("announce", TEXT)
    assert status == 1
    assert "Subject: News from the admin of" in out
    assert "No <mail> from 8 to 10 UTC." in out
    assert "Recipients: 3 addresses." in out
    assert "--yes" in err
    assert taken_mails(tmp_path) == []
    for words in ((), (" ",), ("x" * 5000,), ("x", "--withdraw"), ("x", "--game", "hex")):
        assert admin("announce", *words, "--yes")[0] in (1, 2), words
    assert audit(admin) == []


def test_all_get_one_mail_but_who_left_out(admin, tmp_path):
    """Left out are those who opted out, and addresses whose mail comes back; it is for a list."""
    assert "Sent 3 emails." in admin("announce", TEXT, "--yes")[1]
    mails = taken_mails(tmp_path)
    assert sorted(re.search(r"^To: (\w+)", mail, re.MULTILINE)[1] for mail in mails) == [
        "alice",
        "bob",
        "carol",
    ]
    for mail in mails:
        assert "No <mail> from 8 to 10 UTC." in mail
        assert "\nList-Unsubscribe: <" in mail
        reader = re.search(r"^To: (\w+)", mail, re.MULTILINE)[1]
        assert f"block {reader} - broadcast" in mail
    (act,) = audit(admin)
    assert [act[name] for name in ("act", "subject", "detail")] == [
        "announce",
        "everybody",
        "3 emails",
    ]
    assert act["reason"] == TEXT


def test_some_are_told_alone(admin, tmp_path):
    """Players of a game, and those on running boards."""
    assert admin("announce", "-", "--running", "--yes", stdin=TEXT)[0] == 0
    assert all("Sunday" in mail for mail in taken_mails(tmp_path))
    for words, told in (
        (("--running",), ["alice", "bob"]),
        (("--game", "trailblazer"), ["bob", "carol"]),
        (("--game", "panic", "--running"), ["alice", "bob"]),
    ):
        assert admin("announce", TEXT, *words, "--yes")[0] == 0
        assert sorted(recipients(tmp_path)) == told, words
    status, _, err = admin("announce", TEXT, "--game", "trailblazer", "--running", "--yes")
    assert status == 1
    assert "this email has no recipients." in err


def test_the_front_page_shows_the_last_one(admin, shell, tmp_path):
    """With its date, for 30 days or until it is withdrawn; as text, not as HTML."""
    front = tmp_path / "site" / "index.html"

    def shown():
        assert shell("site", "site")[0] == 0
        return "No &lt;mail&gt; from 8 to 10 UTC." in front.read_text()

    admin("announce", TEXT, "--game", "panic", "--yes")
    assert shown()
    assert re.search(
        r"News from <time.*>.* 20\d\d</time>, for Knight Panic players<",
        front.read_text(),
    )
    change(tmp_path, "update audit set at = '2026-01-01 00:00:00'")
    assert not shown()
    assert admin("announce", TEXT, "--yes")[0] == 0
    admin("announce", "--withdraw")
    assert not shown()


def test_what_an_admin_decides_is_told_at_once(admin, shell, tmp_path):
    """To who wants one mail a day, too, and however many mails went to an address before."""
    (tmp_path / "pbm.toml").write_text("emails_per_address = 5\n")
    shell("change", "delivery", "bob", ACCOUNTS["bob"], "daily", "8")
    taken_mails(tmp_path)
    why = ("--reason", "both asked for it")
    for words in (
        ("adjudicate", "knightpanic", "101", "--draw"),
        ("rollback", "knightpanic", "101", "--move", "0"),
        ("player", "ban", "alice"),
        ("player", "unban", "alice"),
        ("player", "rename", "alice", "alicia"),
        ("adjudicate", "knightpanic", "101", "--remove"),
    ):
        assert admin(*words, *why)[0] == 0, words
        assert sorted(recipients(tmp_path)) == ["alice", "bob"], words
    assert "held" not in shell("status")[1]
