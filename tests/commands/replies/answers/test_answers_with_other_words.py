"""Answers on a board that say more than yes or no: to a pending move, or to an offer."""

import time

import pytest

from commands.replies.led_answers import led_answer
from commands.replies.requests.joined_requests import joined_requests
from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, text_of, words_of

AT_ALICE, AT_BOB = PLAYERS["alice"][1], PLAYERS["bob"][1]


@pytest.fixture
def held(started_game):
    """Asks alice about her move a1-c5, which has a comment."""
    site, at_alice, _ = started_game
    (asked,) = site.reply(at_alice, "I think I'll go for a1-c5 this time.")
    assert "Not played yet: a1-c5" in text_of(asked)
    return site, asked


def test_a_yes_with_friendly_words_plays_and_sends_them(held):
    site, asked = held
    told = to(site.reply(asked, "Ja, genau so, bitte ziehen! Viel Gl\u00fcck, Bob!"), AT_BOB)
    assert "alice moves a1-c5" in text_of(told)
    assert "Viel Gl\u00fcck, Bob!" in text_of(told)


@pytest.mark.parametrize("text", ["Go for it!", "Play it.", "Of course", "Con mucho gusto"])
def test_consent_without_the_word_yes_plays(held, text):
    site, asked = held
    assert "alice moves a1-c5" in text_of(to(site.reply(asked, text), AT_BOB))


def test_a_comment_can_be_left_out(held):
    site, asked = held
    told = to(site.reply(asked, "yes, but leave my comment out, I was thinking aloud"), AT_BOB)
    assert "alice moves a1-c5" in text_of(told)
    assert "alice writes" not in text_of(told)


def test_a_no_with_another_move_makes_that_wait(held):
    site, asked = held
    (again,) = site.reply(asked, "no, sorry, I meant the other one: c1-a5")
    assert "Not played yet: c1-a5" in text_of(again)
    assert "alice writes" not in text_of(again)


def test_a_question_about_the_yes_is_answered(held):
    site, asked = held
    for text in (
        "And what happens if I answer yes? Can I still change it?",
        "yes but wait, is it pinned?",
        "confirm?",
    ):
        (again,) = site.reply(asked, text)
        assert "Your submitted move is still waiting." in words_of(again), text
        assert ply(site) == 0, text


def test_a_takeback_is_allowed_with_kind_words(started_game):
    site, at_alice, _ = started_game
    moved = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    at_bob = to(site.reply(moved, "undo"), AT_BOB)
    told = site.reply(at_bob, "Sure, no problem, take it back. Happens to me all the time")
    assert ply(site) == 0
    assert "Happens to me all the time" in text_of(to(told, AT_ALICE))


def test_a_takeback_is_refused_in_a_sentence_that_accepts_a_fact(started_game):
    site, at_alice, _ = started_game
    moved = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    at_bob = to(site.reply(moved, "undo"), AT_BOB)
    text = "I accept that it was a slip, but no, the move stands. We agreed on that."
    (asked,) = site.reply(at_bob, text)
    assert "knightpanic move 101 reject" in text_of(asked)
    assert text in words_of(asked)


def test_a_line_can_join_requests():
    for line, words in (
        ("Review please, and a rematch!", ["review", "rematch"]),
        ("rules and rematch", ["rules", "rematch"]),
        ("Revanche? Und bitte die Regeln", []),
        ("review and resign", []),
        ("That was a nice game, and a rematch!", []),
    ):
        assert joined_requests(line) == words, line


def test_long_answers_are_read_quickly():
    start = time.process_time()
    for word in ("yes ", "yes, ", "ja genau ", "that's me ", "no ", "of course, "):
        led_answer(word * 100_000)
        led_answer((word * 250)[:1000])
    assert time.process_time() - start < 2
