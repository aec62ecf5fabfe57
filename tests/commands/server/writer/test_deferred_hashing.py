"""Passwords are hashed outside the writer's thread, and mails act once all the same."""

import pytest

from commands.server.writer.batch_writer import Writer
from commands.server.writer.deferred_hashing import MAX_HASHES, DeferredHasher
from mail.reading.incoming import read_incoming_mail
from tests.support.site import ADDRESS, PLAYERS, QUICK, simple_mail, text_of

TIMEOUT_SECONDS = 60
PASSWORD, ALICE = PLAYERS["alice"]


class Recorder:
    """A hasher that records the passwords that it is given."""

    def __init__(self):
        self.checked = []

    def hash(self, word, /):
        return QUICK.hash(word)

    def verify(self, hashed, word, /):
        self.checked.append(word)
        return QUICK.verify(hashed, word)


@pytest.fixture
def writing(site):
    """A server with a writer whose hasher defers."""
    site.sign_up("alice", "bob")
    site.limit(signups_per_day=100, unproven_notifications_per_mail=100)
    recorder = Recorder()
    hasher = DeferredHasher(lambda: recorder)
    site.services.passwords.hasher = hasher
    writer = Writer(site.database, site.mail_handler, lambda: None, hasher)
    writer.start()

    def write(*lines):
        content = simple_mail(ALICE, "multiple", "\n".join(lines))
        read = read_incoming_mail(ALICE, (ADDRESS,), content)
        writer.receive(read).result(TIMEOUT_SECONDS)
        return text_of(site.mails()[0])

    yield write, recorder
    writer.stop()


def test_each_password_is_checked_once(writing):
    """The mail is handled again after each check, and its commands act once."""
    write, recorder = writing
    answer = write(
        f"change format alice {PASSWORD} text",
        "change format alice Wr0ng-pw text",
        f"change password alice {PASSWORD} N3w-pa55w0rd",
    )
    assert recorder.checked == [PASSWORD, "Wr0ng-pw"]
    assert "userid or the password is wrong" in answer
    assert "Your password was changed" in answer


def test_a_mail_has_a_limit_of_passwords(writing):
    """After ten passwords the other lines are refused, with the reason, and nothing is checked."""
    write, recorder = writing
    names = [f"player{number}" for number in range(12)]
    answer = write(*(f"signup {name} Pa55-of-{name} {name}@example.org" for name in names))
    assert answer.count("Welcome, player") == MAX_HASHES
    assert recorder.checked == []
    assert f"at most {MAX_HASHES} different passwords" in answer


def test_a_player_signs_up_without_a_password(writing):
    """No password is drawn, so the mail isn't handled again and again for its hash."""
    write, recorder = writing
    assert "Welcome, dora" in write("signup dora - dora@example.org")
    assert not recorder.checked
