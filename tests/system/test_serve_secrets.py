"""After a day of `pbm serve` no usable secrets are left behind."""

import email
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.server_process import Server
from tests.support.site import PLAYERS, simple_mail
from tests.support.smtp_sink import sink
from tests.support.waiting import wait_for

AT_ALICE, AT_BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
SIGNED = re.compile(r"(?<=pbm\+)[a-z2-7.]{16,}(?=@)|(?<=reset alice )[a-z2-7]{16}")
"""Reply tokens, bounce and unsubscribing addresses, codes for `confirm` and `reset`."""


class Day:
    """Players, and others, who write to a server, mail by mail."""

    def __init__(self, folder, relay):
        self.relay = relay
        where = f"smtp://127.0.0.1:{relay.port}"
        self.server = Server(folder, relay=where, confirm="on", broadcast="on").start()

    def write(self, sender, subject, body="", to="pbm@example.net"):
        """Sends a mail, and waits until its answers are out."""
        id = f"<{next(self.server.ids)}@sender>"
        content = simple_mail(sender, subject, body, Message_ID=id)
        self.server.deliver(sender, content, to)
        wait_for(self.is_done, "the answers")

    def reply(self, address, body="yes", sender=""):
        """Replies to the newest mail to this address that has a reply address."""
        found = (
            email.message_from_bytes(content)
            for _, to, content in self.relay.mails[::-1]
            if to == address
        )
        to = next(mail["Reply-To"] for mail in found if mail["Reply-To"])
        self.write(sender or address, "Re: x", body, to)

    def is_done(self):
        query = "select count(*) from outbox where state = 'waiting' and trouble = ''"
        with closing(sqlite3.connect(self.server.data / "pbm.db")) as database:
            return database.execute(query).fetchone() == (0,)


@pytest.fixture
def day(tmp_path):
    """A server that has sent and received mails of every kind, at its end."""
    with sink() as relay:
        made = Day(tmp_path, relay)
        try:
            _pass(made)
            assert made.server.stop() == 0
            yield made
        finally:
            made.server.close()


def _pass(day):
    for name in ("alice", "bob"):
        password, address = PLAYERS[name]
        day.write(address, f"signup {name} {password}")
        day.reply(address)
    day.write(AT_ALICE, "knightpanic challenge alice bob")
    day.reply(AT_ALICE)
    day.reply(AT_ALICE, "a1-c5\nGood luck")
    day.reply(AT_BOB, "e7-c3", sender="bob@elsewhere.example")
    day.reply(AT_BOB, "nonsense", sender=_reply_address(day))
    day.write(AT_ALICE, "forgot alice")
    day.write(AT_BOB, f"broadcast bob {PLAYERS['bob'][0]}", "Hello")
    day.write(AT_ALICE, f"mydata alice {PLAYERS['alice'][0]}")
    _refuse(day)
    for sender, _, content in list(day.relay.mails):  # as a loop brings them back
        day.server.deliver(sender, content)


def _reply_address(day):
    return next(
        found
        for _, to, content in day.relay.mails
        if to == AT_ALICE
        and "pbm+" in (found := email.message_from_bytes(content)["Reply-To"] or "")
    )


def _refuse(day):
    """Makes the relay refuse a mail with a reply that names the sender."""
    day.relay.replies[("RCPT", AT_BOB)] = "450 4.1.8 <SENDER>: Sender address deferred"
    day.reply(AT_ALICE, "chat\nHello")


@pytest.mark.slow
def test_no_token_is_left(day):
    """No token is in the database or the log, also of bounced and refused mails."""
    sent = [f"{sender} {content.decode()}" for sender, _, content in day.relay.mails]
    signed = {word for text in sent for word in SIGNED.findall(text.replace("%2B", "+"))}
    assert len(signed) > 10
    assert {word.partition(".")[0] for word in signed if "." in word} == {"b", "m", "u", "confirm"}
    for path in (day.server.log_file, *day.server.data.glob("pbm.db*")):
        content = path.read_bytes()
        assert not any(password.encode() in content for password, _ in PLAYERS.values()), path
        assert not [word for word in signed if word.encode() in content], path


def test_a_damaged_key_is_reported_at_once(shell):
    """The server doesn't start with it, gives advice, and quotes nothing of it."""
    shell("signup", "alice", "Xa!11ce-X", "alice@example.org")
    for content in ("", "garbage", f"{'00' * 31}\n"):
        Path("pbm-data/master-key").write_text(content)
        status, _, errors = shell("serve")
        assert status == 2
        assert "The master key pbm-data/master-key is damaged" in errors
        assert "Restore it from a backup" in errors
        assert "Traceback" not in errors
        assert "garbage" not in errors


def test_a_damaged_key_is_reported_to_admins(shell):
    """Admins could replace it by a new one."""
    shell("signup", "alice", "Xa!11ce-X", "alice@example.org")
    Path("pbm-data/master-key").write_text("garbage")
    status, _, err = shell("admin", "rotate-key", "--reason", "lost")
    assert status == 1
    assert "is damaged. It must have 64 hexadecimal digits.\nRestore it" in err
    assert "move this file out of the way" in err
