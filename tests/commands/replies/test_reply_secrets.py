"""Secrets in replies: a reply address speaks for one board, and no password reaches another."""

from email.utils import parseaddr

import pytest

from mail.reading.incoming import read_incoming_mail
from tests.support.cases import cases
from tests.support.site import PLAYERS, simple_mail, text_of

ALICE = PLAYERS["alice"][1]
PASSWORD = PLAYERS["alice"][0]
NEW = "Hijacked99x"


@pytest.fixture
def first(started_game):
    """The server, and the mail about her new board to alice."""
    site, to_alice, _ = started_game
    return site, to_alice


def read_by_others(mails):
    """Returns all that other players than alice are told."""
    return " ".join(text_of(mail) for mail in mails if mail["To"] != ALICE)


@pytest.mark.parametrize("above", ["a1-c5", "chat hi", "propose"])
@pytest.mark.parametrize(
    "line",
    [
        f"change password alice - {NEW}",
        "change address alice - evil@evil.example",
        "signoff alice - yes",
        "mydata alice -",
    ],
)
def test_a_reply_address_is_not_worth_the_account(first, above, line):
    """A dash below a move isn't taken for the password: only a password opens the account."""
    site, mail = first
    site.reply(mail, f"{above}\n\n{line}\n")
    assert not site.say(f"change echo alice {NEW} on").ok
    assert site.say(f"change echo alice {PASSWORD} on").ok


def test_a_password_is_good_for_the_lines_below(first):
    """A line with the password proves the sender for the lines below it in the same mail."""
    site, mail = first
    lines = f"change echo alice {PASSWORD} on\nchange calendar alice - off"
    assert "without calendar entries" in " ".join(
        map(text_of, site.reply(mail, f"a1-c5\n\n{lines}\n"))
    )
    assert "2 commands" in site.mail(ALICE, "multiple", lines)[0]["Subject"]


@cases(
    "line",
    [
        f"knightpanic challenge alice carol -password={PASSWORD}",
        f"knightpanic challenge alice bob -password={PASSWORD}",
        f"knightpanic challenge alice bob {PASSWORD}",
        f"list alice {PASSWORD}",
        f"help alice {PASSWORD}",
        f"forgot alice {PASSWORD}",
        f"moev 101 alice {PASSWORD} a1-c5",
        f"all show alice {PASSWORD}",
        f"signup alice2 {PASSWORD} a@example.org",
        f"reset alice word0001 {PASSWORD}",
    ],
)
@cases("above", ["a1-c5\ngood game", "chat\nhello"])
def test_no_password_reaches_another_player(first, above, line):
    """A line with a password is a command, however wrong, and never a comment."""
    site, mail = first
    mails = site.reply(mail, f"{above}\n{line}\n")
    assert mails
    assert PASSWORD not in read_by_others(mails)


def test_a_code_and_a_new_password_stay_secret(first):
    """`reset` below a move sets the password, and the opponent reads nothing of it."""
    site, mail = first
    site.say("forgot alice")
    site.mails()
    mails = site.reply(mail, f"a1-c5\nreset alice {site.code(1)} {NEW}\n")
    assert NEW not in read_by_others(mails)
    assert site.say(f"change echo alice {NEW} on").ok


def test_words_to_two_addresses_speak_for_the_board_alone(first):
    """A token of somebody else's message beside one's own board adds nothing."""
    site, _ = first
    (_, message) = sorted(
        site.mail(PLAYERS["bob"][1], f"message bob {PLAYERS['bob'][0]} alice", "Hello."),
        key=lambda mail: mail["To"] == ALICE,
    )
    site.say("knightpanic challenge carol bob")
    board = next(mail for mail in site.mails() if mail["To"] == PLAYERS["carol"][1])
    content = simple_mail(PLAYERS["carol"][1], "Re:", "message alice - bob\nI am alice")
    own, others = (parseaddr(mail["Reply-To"])[1] for mail in (board, message))
    with site.database.work() as work, work.savepoint():
        incoming = read_incoming_mail(PLAYERS["carol"][1], (own, others), content)
        site.mail_handler.handle(work, incoming)
    assert "I am alice" not in " ".join(map(text_of, site.mails()))
