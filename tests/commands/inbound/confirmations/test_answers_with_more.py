"""Replies to a question that say more than yes or no."""

import pytest

from commands.replies.answers.yes_or_no import YesOrNo
from commands.replies.led_answers import is_friendly, leaves_out_text, led_answer
from tests.commands.inbound.confirmations.test_confirmation_replies import answer, boards, flat
from tests.support.site import PLAYERS, text_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]
CHALLENGE = "knightpanic challenge alice bob"
FRIENDLY = (
    "Of course, happy to help!",
    "Yes, my pleasure, Bob! Enjoy your holiday.",
    "Ja, gerne, viel Spaß im Urlaub!",
    "Oui, bien sûr, avec plaisir. Bonne chance, Bob",
    "Claro, con mucho gusto. ¡Que descanses, Bob!",
    "Certo, volentieri! Ciao",
    "Ja hoor, met plezier",
    "Tak, oczywiście, z przyjemnością",
    "Sim, com prazer. Parabéns, Bob!",
    "Ja visst, gärna det. Lycka till!",
    "Да, с удовольствием!",
    "Evet, memnuniyetle. Teşekkürler",
)
NOT_ONLY_FRIENDLY = (
    "Yes, but not before Monday",
    "Yes, if he agrees",
    "Yes, I want to play on.",
    "Yes. Which games are they?",
    "Ja, aber ohne Wertung",
    "Yes, three games",
    "Yes, don't hurry",
)


@pytest.fixture
def players(confirming_site):
    confirming_site.sign_up("alice", "bob", "carol")
    return confirming_site


def test_friendly_words_change_no_yes():
    for text in FRIENDLY:
        led = led_answer(text)
        assert led.answer is YesOrNo.YES, text
        assert is_friendly(led.rest, ["bob"]), text


def test_other_words_may_change_a_yes():
    for text in NOT_ONLY_FRIENDLY:
        led = led_answer(text)
        assert led.answer is YesOrNo.YES, text
        assert not is_friendly(led.rest, ["bob"]), text
    for text in ("Yesterday was fine", "Notes below", "I said yes"):
        assert led_answer(text).answer is YesOrNo.OTHER, text


def test_a_text_can_be_left_out_in_other_words():
    for text in (
        "but leave my comment out, that was only thinking aloud",
        "but please don't send him that text",
        "aber ohne den Kommentar",
        "mais sans mon commentaire",
        "pero sin el comentario",
        "но без комментария",
    ):
        assert leaves_out_text(text), text
    for text in ("I'll write him a message", "but not today", "without delay"):
        assert not leaves_out_text(text), text


def test_a_changed_challenge_needs_a_yes_of_its_own(players):
    for text, line in (
        ("Yes, but make it two games, one each way", "-pair alice bob"),
        ("Ja, aber bitte ungewertet", "-unrated alice bob"),
        ("Oui, mais avec 3 jours par coup", "--forfeittime=3 alice bob"),
        ("Oops, I meant Carol, not Bob. Otherwise yes.", "alice carol"),
        ("Yes, but let him begin", "bob alice"),
        ("No, against Carol", "alice carol"),
    ):
        (asked,) = players.mail(AT_ALICE, CHALLENGE)
        (again,) = answer(players, asked, text)
        assert text_of(again).count(f"knightpanic challenge {line}\n") == 1, text
        assert "nothing to confirm" in flat(answer(players, asked, "yes")[0]), text
    assert not boards(players)
    answer(players, again, "yes")
    assert len(boards(players)) == 1


def test_a_changed_challenge_keeps_its_text_from_the_other_player(players):
    for text, is_sent in (("Oops, I meant Carol, not Bob.", False), ("Yes, but unrated", True)):
        (asked,) = players.mail(AT_ALICE, CHALLENGE, "Fancy a game, Bob?")
        (again,) = answer(players, asked, text)
        shown = "We won't send the text that you wrote to your first opponent: Fancy a game, Bob?"
        assert (shown in flat(again)) != is_sent, text
        told = " ".join(map(flat, answer(players, again, "yes")))
        assert ("Fancy a game" in told) == is_sent, text


def test_unread_terms_start_nothing(players):
    (asked,) = players.mail(AT_ALICE, CHALLENGE)
    (again,) = answer(players, asked, "Yes. With the board turned around, please.")
    assert "Your reply begins with a yes, but we can't tell" in flat(again)
    assert not boards(players)


def test_a_notice_of_absence_changes_nothing(players):
    (asked,) = players.mail(AT_ALICE, CHALLENGE)
    answer(players, asked, "I'm out of the office until Monday. In urgent cases, write to Carol.")
    told = answer(players, asked, "yes")
    assert "Knight Panic Board 101: alice - bob" in [mail["Subject"] for mail in told]


def test_a_further_wish_is_asked_about_or_named(players):
    (asked,) = players.mail("dora@example.net", "signup dora Pw99xxxx")
    told = answer(players, asked, "Yes, that was me. Can I then play Knight Panic with Alice?")
    assert "Welcome, dora" in text_of(told[0])
    assert "knightpanic challenge dora alice" in "".join(map(text_of, told))
    (asked,) = players.mail(AT_ALICE, "trailblazer seek alice -")
    (told,) = answer(players, asked, "Yes please. And another one for Knight Panic, a small one")
    assert "Your open challenge: 1 game of Trailblazer" in flat(told)
    assert "And another one for Knight Panic, a small one" in flat(told)
    assert "knightpanic seek alice -" in flat(told)


def test_a_resignation_can_be_confirmed_or_withdrawn_in_more_words(players):
    for text, comment in (
        ("yep, it's over, he got me", "I give up, you win"),
        ("sim, desisto mesmo. Parabéns Bob!", "I give up, you win\nParabéns Bob!"),
        ("Yes, but please don't send him that text.", ""),
    ):
        at_alice, _ = players.begin(CHALLENGE)
        (asked,) = players.reply(at_alice, "I give up, you win")
        told = next(mail for mail in answer(players, asked, text) if mail["To"] == AT_BOB)
        assert ("alice writes:" in text_of(told)) == bool(comment), text
        assert comment in text_of(told), text


def test_a_move_next_to_a_no_waits(players):
    at_alice, _ = players.begin(CHALLENGE)
    (asked,) = players.reply(at_alice, "I give up, you win")
    (told,) = answer(players, asked, "NO! That was a joke between us. a1-c5")
    assert "Canceled" in text_of(told)
    assert "Not played yet: a1-c5" in text_of(told)
    assert "We haven't sent your text to anyone." in flat(told)
    assert "joke" not in " ".join(map(flat, players.reply(told, "yes")))
