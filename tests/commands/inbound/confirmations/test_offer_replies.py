"""Replies to an open challenge and to the question whether to be a deputy, by their content."""

import pytest

from commands.inbound.confirmations.offer_remarks import has_condition
from commands.replies.server.games.rules_questions import asks_rules
from tests.commands.inbound.confirmations.test_confirmation_replies import answer
from tests.support.site import PLAYERS, words_of

AT_ALICE = PLAYERS["alice"][1]
BOB = f"bob {PLAYERS['bob'][0]}"
DECLINED = ("not now, thanks", "Gerade nicht, danke", "no, thanks", "не сейчас")
ASKED_AGAIN = {
    "Is 1600 good? I'm a total beginner, would he squash me?": 'send "help ratings"',
    "Yes, but only if we play 5 days per move and unrated.": "knightpanic challenge alice bob",
    "Knight Panic non mi piace. Qualcuno gioca a Trailblazer?": "trailblazer seek alice",
    "How does Knight Panic work?": "knightpanic help",
}
CONDITIONS = ("Ja, aber nur bis Mittwoch", "oui, mais pas cette semaine", "sí, pero solo hasta hoy")
NO_CONDITIONS = ("yes please", "With pleasure!", "Who is bob?")


@pytest.fixture
def offered(confirming_site):
    """A server on which alice gets the list with bob's open challenge."""
    site = confirming_site
    site.sign_up("alice", "bob")
    site.say(f"knightpanic seek {BOB}")
    site.mails()
    (listed,) = site.mail(AT_ALICE, "seeks")
    return site, listed


@pytest.mark.parametrize("text", DECLINED)
def test_an_open_challenge_is_declined(offered, text):
    (told,) = answer(*offered, text)
    assert told["Subject"] == "Canceled: knightpanic join 1 alice"


def test_other_replies_are_answered_with_the_terms(offered):
    for text, part in ASKED_AGAIN.items():
        (asked,) = answer(*offered, text)
        assert "bob (rating 1600) is looking for 1 game" in words_of(asked), text
        assert part in words_of(asked), text
        assert "tournament" not in words_of(asked), text


def test_a_condition_is_no_plain_yes():
    assert all(map(has_condition, CONDITIONS))
    assert not any(map(has_condition, NO_CONDITIONS))


def test_the_name_of_a_game_is_part_of_a_question_for_the_rules():
    assert asks_rules("ehm... how does Trailblazer even work? never played it")
    assert not asks_rules("how does bob even work? I like Trailblazer")


def test_a_deputy_declines_or_asks(confirming_site):
    site = confirming_site
    site.sign_up("alice", "bob")
    for text, part in (
        ("Niestety nie mogę, sama wyjeżdżam w przyszłym tygodniu.", "Canceled"),
        ("Ja, aber nur bis Mittwoch, danach kann ich nicht mehr.", "deputy alice - off bob"),
        ("How many games is that?", "help deputy"),
        ("Of course, happy to help! Which games are they?", "You'll move for bob"),
    ):
        mails = site.mail(PLAYERS["bob"][1], f"deputy {BOB} alice Friday")
        asked = next(each for each in mails if each["To"] == AT_ALICE)
        told, *_ = answer(site, asked, text)
        assert part in f"{told['Subject']} {words_of(told)}", text
        site.mail(PLAYERS["bob"][1], f"deputy {BOB} off")


def test_other_terms_for_an_own_challenge_are_a_new_command(confirming_site):
    site = confirming_site
    site.sign_up("alice")
    (asked,) = site.mail(AT_ALICE, "trailblazer seek alice -")
    (again,) = answer(site, asked, "ja gern, aber bitte nur ungewertet")
    assert "trailblazer seek -unrated" in words_of(again)
