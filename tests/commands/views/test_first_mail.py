"""The first mail about a board: the aim of its game, its rules, and how to decline it."""

import pytest

from tests.support.cases import cases
from tests.support.site import PLAYERS, words_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))
AT_ALICE, AT_BOB, AT_CAROL = (address for _, address in PLAYERS.values())
RULES = 'For the rules, reply "rules".'
DECLINE = 'To call the game off, reply "resign"'


@pytest.fixture
def site(site):
    site.sign_up("alice", "bob", "carol")
    return site


def news(mail):
    """Returns the text of a mail with its line ends as spaces."""
    return words_of(mail)


@cases(
    ("challenge", "aim"),
    [
        ("panic challenge alice bob", "leave any one of your opponent's pieces without a move."),
        ("panic challenge -3d alice bob", "or have all of your own pieces pinned."),
        ("dance challenge alice bob", "capture your opponent's king or knight,"),
        (
            "dance challenge -misere alice bob",
            "run out of moves, or make your opponent capture one",
        ),
        ("duel challenge alice bob", "leave your opponent without a move on a board"),
        ("madknights challenge alice bob carol", "be the last player left:"),
        ("trailblazer challenge alice bob", "reach the cell on which your opponent started,"),
    ],
)
def test_every_player_reads_the_aim(site, challenge, aim):
    """It stands in the first mail of every player, as text and as HTML, and in no later one."""
    mails = site.mail(AT_ALICE, challenge)
    assert len(mails) >= 2
    for mail in mails:
        assert "Your aim: " in news(mail)
        assert aim in news(mail)
        assert RULES in news(mail)
        assert DECLINE in news(mail)
        assert "Your aim: " in mail.get_body(("html",)).get_content()
    move = site.say(f"{challenge.split()[0]} legal 101").data["moves"][0]
    assert not any("Your aim: " in news(mail) for mail in site.reply(mails[0], move))


def test_a_reply_with_rules_brings_them(site):
    """The word that the mail names brings the rules."""
    *_, to_bob = site.mail(AT_ALICE, "duel challenge alice bob")
    (rules,) = site.reply(to_bob, "rules")
    assert "White's knight (N1) starts on (1,1)" in news(rules)


@pytest.mark.parametrize("moved", [False, True])
def test_declining_counts_for_nobody(site, moved):
    """Before one's own first move, even on the other's turn, the reply removes the board."""
    mails = site.mail(AT_ALICE, "duel challenge alice bob")
    to_bob = mails[-1]
    if moved:
        *_, to_bob = site.reply(mails[0], site.say("duel legal 101").data["moves"][0])
    told = site.reply(to_bob, "resign")
    assert {mail["To"] for mail in told} == {AT_ALICE, AT_BOB}
    assert all(
        "This game has been removed. bob called the game off before" in news(mail) for mail in told
    )
    assert site.say("duel standings").data["standings"] == []


def test_watchers_read_no_aim(site):
    """A watcher hasn't to decline anything."""
    site.say(f"duel subscribe all {CAROL}")
    site.mails()
    mails = {mail["To"]: mail for mail in site.mail(AT_ALICE, "duel challenge alice bob")}
    assert set(mails) == {AT_ALICE, AT_BOB, AT_CAROL}
    assert "Your aim: " not in news(mails[AT_CAROL])


def test_a_digest_names_the_address(site):
    """Where several boards come in one mail, it says to which address rules and resign go."""
    mail, *_ = site.mail(AT_ALICE, "duel challenge -pair alice bob")
    assert (
        news(mail).count(
            'To call the game off, write "resign" to the address above before your first move.'
        )
        == 2
    )
