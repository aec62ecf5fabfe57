"""Texts without a command that plainly address the opponent are sent at once."""

from commands.replies.sentences.addressees import addresses, mentions_only
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import words_of

UNNAMED = (
    "Busy day, I'll move tomorrow, promise!",
    "Mate in 37 moves :P",
    "Viel los heute, ich ziehe morgen, versprochen.",
)
SPOKEN = (
    "Hi Bob, sure, haven't played in ages so be gentle.",
    "Have a great trip Bob, bring back some sunshine!",
    "Bob take your time, I'm on the train all day anyway",
    "Entschuldige bitte, Bob, ich war krank. Morgen ziehe ich ganz bestimmt.",
    "Bob, sorry for the silence. I had to resign from the club committee last week.",
    "Haha, you should resign now, Bob! Don't you see what's coming?",
    "Viel Spaß im Urlaub, Bob! Bring Sonne mit. Keine Eile mit dem Zug :-)",
    "Your go Bob, curious what you make of this one!!",
    "Hurry up Bob, I want to see your move!",
)
HELD = (
    "Nice move!",
    "Bob is a strong player, I think.",
    "Bob, hi! Is it warm in the office?",
    "I think I'm losing to Bob.",
    "Bob, thanks for inviting me to the tournament!",
)
MENTIONED = (
    "What's Bob's rating?",
    "I'm playing Bob",
    "Please block Bob",
    "not to Bob: hello",
    "Tell Bob",
)


def test_a_text_that_addresses_the_opponent_by_name_is_sent(started_game):
    site, at_alice, _ = started_game
    for text in (*SPOKEN, *UNNAMED):
        told = site.reply(at_alice, text)
        assert text in words_of(to(told, AT_BOB)), text
        assert "We sent this to bob" in words_of(to(told, AT_ALICE)), text


def test_other_words_are_held_for_a_yes(started_game):
    site, at_alice, _ = started_game
    for text in HELD:
        (asked,) = site.reply(at_alice, text)
        assert asked["To"] == AT_ALICE, text
        assert 'as chat, reply "yes"' in words_of(asked), text
        site.reply(asked, "no")
        site.clock.forward(hours=5)  # answers to prose are limited


def test_a_text_to_the_opponent_is_held_while_an_offer_is_open(started_game):
    site, at_alice, _ = started_game
    asked = to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)
    assert AT_ALICE not in [mail["To"] for mail in site.reply(asked, "Alice, you are a fox!")]


def test_a_greeting_before_a_vacation_is_sent(started_game):
    site, at_alice, _ = started_game
    told = site.reply(at_alice, "Enjoy the sun Bob! And please put me on vacation, until 13 March")
    assert "Enjoy the sun Bob!" in words_of(to(told, AT_BOB))
    assert "vacation" not in words_of(to(told, AT_BOB)).partition("writes:")[2].partition("---")[0]
    assert any("vacation until 2026-03-13" in words_of(mail) for mail in told)


def test_a_name_may_be_mentioned_only():
    for text in SPOKEN:
        assert addresses(text, {"bob"}), text
    for text in MENTIONED:
        assert mentions_only(text, {"bob"}), text
