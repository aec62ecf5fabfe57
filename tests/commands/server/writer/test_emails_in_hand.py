from dataclasses import replace

import pytest

from commands.server.writer.emails_in_hand import MAX_DEATHS_IF_KEPT, EmailsInHand, FatalMail
from mail.reading.incoming import read_incoming_mail

MAIL, OTHER = (
    read_incoming_mail("a@example.org", ("pbm@example.net",), content)
    for content in (b"Subject: signup\n\nx\n", b"Subject: help\n\nx\n")
)
KEPT = replace(MAIL, kept=1)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "emails"


def die(file, *mails):
    """A server with a thread for each email dies while it handles them."""
    in_hand = EmailsInHand(file, len(mails))
    for thread, mail in enumerate(mails):
        in_hand.begin(thread, mail)
    in_hand.close()


def is_fatal(file, mail):
    in_hand = EmailsInHand(file)
    try:
        in_hand.begin(0, mail)
        in_hand.end(0)
    except FatalMail:
        return True
    finally:
        in_hand.close()
    return False


def test_an_email_during_which_two_servers_died_is_fatal(file):
    die(file, MAIL)
    assert not is_fatal(file, MAIL)
    die(file, OTHER, MAIL)
    assert is_fatal(file, MAIL)
    assert not is_fatal(file, OTHER)


def test_a_kept_email_is_tried_until_four_servers_have_died(file):
    for _ in range(MAX_DEATHS_IF_KEPT):
        assert not is_fatal(file, KEPT)
        die(file, KEPT)
    assert is_fatal(file, KEPT)


def test_an_email_that_was_handled_is_not_fatal(file):
    for _ in range(2):
        in_hand = EmailsInHand(file)
        in_hand.begin(0, MAIL)
        in_hand.end(0)
        in_hand.begin(0, OTHER)
        in_hand.close()
    assert not is_fatal(file, MAIL)
    assert is_fatal(file, OTHER)


def test_another_version_tries_the_email_again(file, monkeypatch):
    for _ in range(2):
        die(file, MAIL)
    monkeypatch.setattr("commands.server.writer.emails_in_hand.VERSION", b"next")
    assert not is_fatal(file, MAIL)


def test_an_admin_can_have_the_email_tried_again(file):
    for _ in range(2):
        die(file, MAIL)
    in_hand = EmailsInHand(file)
    in_hand.forget(MAIL)
    in_hand.begin(0, MAIL)
    in_hand.end(0)
    in_hand.close()
    assert not is_fatal(file, MAIL)


def test_the_file_stays_small(file):
    for number in range(300):
        die(file, replace(MAIL, content=b"%d" % number))
    assert file.stat().st_size < 10_000


def test_a_file_that_cannot_be_used_is_ignored(file, tmp_path):
    file.symlink_to(tmp_path / "other")
    for _ in range(2):
        die(file, MAIL)
    assert not is_fatal(file, MAIL)
    assert not (tmp_path / "other").exists()
    file.unlink()
    file.write_bytes(b"\xff\0\nnonsense\n" * 5000)
    assert not is_fatal(file, MAIL)
