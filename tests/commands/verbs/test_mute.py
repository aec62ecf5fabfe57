"""Muted games, of which a player hears only when it is their turn."""

import pytest

from tests.support.site import PLAYERS, text_of, words_of

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_ALICE, AT_BOB = (PLAYERS[name][1] for name in ("alice", "bob"))


@pytest.fixture
def muted(site):
    """A server, and bob's email about board 101, which alice has muted."""
    site.sign_up("alice", "bob")
    begun = site.begin("knightpanic challenge alice bob")
    (answer,) = site.reply(next(mail for mail in begun if mail["To"] == AT_ALICE), "Mute")
    assert "only when it's your turn" in words_of(answer)
    return site, next(mail for mail in begun if mail["To"] == AT_BOB)


def test_chat_waits_for_the_next_email(muted):
    site, at_bob = muted
    assert AT_ALICE not in [mail["To"] for mail in site.reply(at_bob, "chat\nHello there")]
    site.play("knightpanic", 101, "a1-c5")
    moved = site.mail(AT_BOB, f"knightpanic move 101 {BOB} e7-c3")
    (mail,) = (mail for mail in moved if mail["To"] == AT_ALICE)
    assert "Hello there" in text_of(mail)


def test_offers_and_the_end_come_at_once(muted):
    site, _ = muted
    site.play("knightpanic", 101, "a1-c5", "e7-c3")
    site.say(f"knightpanic move 101 {ALICE} c1-g3")
    site.mails()
    for line in (f"knightpanic move 101 {ALICE} undo", f"knightpanic resign 101 {BOB}"):
        site.say(line)
    assert AT_ALICE in [mail["To"] for mail in site.mails()]


def test_a_move_of_ones_own_sends_the_answer_only(muted):
    site, _ = muted
    moved = site.mail(AT_ALICE, f"knightpanic move 101 {ALICE} a1-c5")
    assert [mail["To"] for mail in moved].count(AT_ALICE) == 1


def test_unmute_ends_it(muted):
    site, at_bob = muted
    assert site.say(f"knightpanic unmute 101 {ALICE}").data["muted"] is False
    assert AT_ALICE in [mail["To"] for mail in site.reply(at_bob, "chat\nHello there")]


def test_the_others_do_not_see_it(muted):
    site, at_bob = muted
    (answer,) = site.reply(at_bob, "show")
    assert "mute" not in text_of(answer)


def test_it_is_among_the_players_data(muted):
    site, _ = muted
    kept = {"game": "", "name": "muted knightpanic 101", "value": "yes"}
    assert kept in site.say(f"mydata {ALICE}").data["preferences"]
