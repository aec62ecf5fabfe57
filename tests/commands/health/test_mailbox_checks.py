"""The health check of a mailbox at a provider."""

from datetime import timedelta

import pytest

from commands.health.check import Examined
from commands.health.registry import find_problems
from commands.settings import Settings
from commands.system.mailbox_name import mailbox_name
from tests.support.site import NOON

MAILBOX = "imaps://pbm%40example.net@imap.example.net"


@pytest.fixture
def problems(site, tmp_path):
    """Returns the problem of the mailbox after this one has lasted for some hours."""
    (tmp_path / "password").write_text("secret\n")
    settings = Settings(
        data=tmp_path, mailbox=MAILBOX, mailbox_password_file=str(tmp_path / "password")
    )
    name = mailbox_name(settings.mailbox_address)

    def find(kind, text, hours=0.0):
        with site.database.work() as work:
            work.mailboxes.set_trouble(name, kind, text, NOON)
        with site.database.work() as work:
            examined = Examined(settings, NOON + timedelta(hours=hours), work)
            return find_problems(examined).get("mail in")

    return find


def test_a_refused_login_is_a_problem_at_once(problems):
    """It says since when, and what the server said; it is over once the login is taken."""
    found = problems("login", "imap.example.net, port 993 refuses the login: no such user.")
    assert "since 2026-03-01 12:00 UTC: imap.example.net, port 993 refuses" in found.text
    assert "no such user. No mail is lost" in found.text
    assert "Put the right password into " in found.advice
    assert problems("", "") is None


def test_a_lost_connection_is_a_problem_when_it_lasts(problems):
    """Providers restart their servers; the time runs on when the words change."""
    assert problems("connect", "no answer in time", hours=1) is None
    assert problems("connect", "Connection refused", hours=3) is not None


def test_a_server_without_a_mailbox_has_no_such_problem(site, tmp_path):
    """Also if it had a mailbox before."""
    with site.database.work() as work:
        work.mailboxes.set_trouble("pbm@example.net@imap.example.net/INBOX", "login", "no", NOON)
    with site.database.work() as work:
        examined = Examined(Settings(data=tmp_path), NOON, work)
        assert "mail in" not in find_problems(examined)
