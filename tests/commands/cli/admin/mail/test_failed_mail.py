"""The commands of admins for incoming emails that failed: `pbm admin mail failed ...`."""

import json
from contextlib import closing
from dataclasses import replace

import pytest

from pbm.stored_values import FailedMail
from storage import open_database
from tests.commands.cli.admin.test_admin import audit
from tests.support.site import NOON

SECRET = "Xa1ice-X"
CONTENT = (
    "From: alice@example.org\nTo: pbm+token@example.net\n"
    f"Subject: knightpanic move 101 alice {SECRET} a1-c5\n\n"
    f"signup alice {SECRET}\nOK, a1-c5!\npassword={SECRET}, 'secret:{SECRET}'\n"
)
MAIL = FailedMail(
    id=0,
    sender="alice@example.org",
    recipients=("pbm+token@example.net",),
    content=CONTENT.encode(),
    author="alice@example.org",
    at=NOON,
    tries=1,
    tried=NOON,
    error="LookupError in pbm.games, line 7",
    reference="c0ffee",
)
WHY = ("--reason", "the engine is back")


def failed_mails(folder):
    with (
        closing(open_database(f"sqlite:///{folder / 'pbm-data' / 'pbm.db'}")) as database,
        database.work() as work,
    ):
        return work.failed_mails.list(10)


@pytest.fixture
def admin(shell_after, tmp_path):
    """Runs `pbm admin` where emails 1 and 2 have failed."""
    shell = shell_after("signup alice pw-of-alice alice@example.org")
    url = f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}"
    with closing(open_database(url)) as database, database.work() as work:
        work.failed_mails.add(MAIL, "a")
        work.failed_mails.add(replace(MAIL, author=""), "b")
    return lambda *words: shell("admin", *words)


@pytest.fixture
def failed(admin):
    """Runs `pbm admin mail failed`."""
    return lambda *words: admin("mail", "failed", *words)


def test_failed_emails_are_listed(failed):
    """As a table, or as data; without their contents."""
    status, out, _ = failed("list")
    assert status == 0
    assert out.splitlines()[0] == "2 emails"
    assert "alice@example.org" in out
    assert SECRET not in out
    mails = json.loads(failed("list", "--json")[1])["emails"]
    assert [mail["id"] for mail in mails] == [1, 2]
    assert mails[0]["error"] == "LookupError in pbm.games, line 7"


def test_an_email_is_shown_without_passwords(failed):
    """Commands, games, numbers, moves and short words are shown; reply addresses aren't."""
    out = failed("show", "1")[1]
    assert "LookupError in pbm.games, line 7" in out
    assert "reference c0ffee" in out
    assert "Subject: knightpanic move 101 *** *** a1-c5" in out
    assert "\nsignup *** ***\nOK, a1-c5!\n***, '***'\n" in out
    assert "token" not in out
    assert SECRET not in out


@pytest.mark.parametrize(("words", "due"), [(("1",), [1]), (("--all",), [1, 2])])
def test_emails_are_made_due(admin, failed, tmp_path, words, due):
    """The audit log records who did it and why."""
    assert failed("retry", *words, *WHY)[0] == 0
    assert [mail.id for mail in failed_mails(tmp_path) if mail.tried is None] == due
    assert [entry["reason"] for entry in audit(admin)] == ["the engine is back"]
    assert "due now" in failed("list")[1]


def test_a_retry_names_one_email_or_all(failed):
    assert failed("retry", *WHY)[0] == 2
    assert failed("retry", "1", "--all", *WHY)[0] == 2


def test_an_email_is_dropped(failed, tmp_path):
    assert failed("drop", "1", *WHY)[1] == "Email 1 is deleted.\n"
    assert [mail.id for mail in failed_mails(tmp_path)] == [2]


@pytest.mark.parametrize("command", [("show",), ("retry", *WHY), ("drop", *WHY)])
def test_another_number_is_refused(failed, command):
    """The error names the command that lists the numbers."""
    status, _, err = failed(*command, "12")
    assert status == 1
    assert "pbm admin mail failed list" in err
