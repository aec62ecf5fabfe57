"""Emails of programs about games: not answered, and nothing in them is obeyed."""

import pytest

from tests.support.site import ADDRESS, PLAYERS, simple_mail, text_of

ALICE, AT_ALICE = PLAYERS["alice"]
SERVICE = "bounce+4411.a1b2=alice@esp.example"
ABOUT = "Knight Panic Board 101: alice - bob"
CALENDAR = "text/calendar; method=REPLY"


def ply(site):
    with site.database.work() as work:
        return work.boards.find("knightpanic", 101).match.ply


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Subject": f"Accepted: {ABOUT}", "Content-Type": CALENDAR}, "a1-c5"),
        (
            {"Subject": f"Re: {ABOUT} (verification required)"},
            "Automated message: confirm that you are a human: https://filter.example/?id=a1-c5",
        ),
        ({"Subject": f"Read: {ABOUT}"}, "Your message was read on Saturday. a1-c5"),
        ({"Subject": f"Lu : {ABOUT}"}, "a1-c5\n\nVotre message a été lu le samedi."),
        ({"Subject": f"Recall: Re: {ABOUT}"}, f'Alice would like to recall the message "{ABOUT}".'),
    ],
)
def test_a_program_that_answers_moves_nothing(started_game, headers, body):
    """Its email goes to the reply address, as an answer of the player does."""
    site, at_alice, _ = started_game
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    content = f"From: {AT_ALICE}\r\n{lines}\r\n{body}".encode()
    assert site.receive(AT_ALICE, content, at_alice["Reply-To"]) == []
    assert ply(site) == 0


def test_a_player_who_sends_through_a_service_moves(started_game):
    """The answer goes to the player and not to the service."""
    site, at_alice, _ = started_game
    mail = simple_mail(AT_ALICE, f"Re: {ABOUT}", "a1-c5")
    answers = site.receive(SERVICE, mail, at_alice["Reply-To"])
    assert ply(site) == 1
    assert answers[0]["To"] == AT_ALICE


def test_a_player_who_sends_through_a_service_gives_commands(players):
    """The password is needed as usual."""
    site = players
    mail = simple_mail(AT_ALICE, f"knightpanic challenge alice {ALICE} bob")
    assert {mail["To"] for mail in site.receive(SERVICE, mail)} >= {AT_ALICE}
    (refusal,) = site.receive(SERVICE, simple_mail(AT_ALICE, "mydata alice wrong-password"))
    assert refusal["To"] == AT_ALICE
    assert "password" in text_of(refusal)


def test_a_stranger_who_sends_through_a_service_gets_no_answer(players):
    """Nobody reads answers to newsletters."""
    assert players.receive(SERVICE, simple_mail("news@esp.example", "help")) == []


def test_a_service_that_marks_its_emails_gets_no_answer(players):
    """Other evidence of a program counts, whoever is the author."""
    mail = simple_mail(AT_ALICE, "help", Auto_Submitted="auto-generated")
    assert players.receive(SERVICE, mail) == []
    assert players.receive(SERVICE, simple_mail(ADDRESS, "help")) == []
