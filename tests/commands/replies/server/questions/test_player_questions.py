"""Questions and wishes of registered players in emails to the server, in their own words."""

import pytest

from commands.replies.server.questions.player_questions import (
    asks_own_games,
    asks_who_seeks,
    ends_all_games,
    hides_own_games,
)
from tests.support.site import PLAYERS, words_of

ALICE = PLAYERS["alice"][1]
ANSWERS = {
    "Dzień dobry, w jakie partie teraz gram i czyj jest ruch?": "Knight Panic Board 101",
    "Wer ist am Zug?": "Knight Panic Board 101",
    "Is anyone looking for a game?": "no open challenges",
    "how many games have i won so far": "No finished games found",
    "Bob has forgotten his password. Could you send it to me?": 'bob must send "forgot bob"',
    "I lost my pasword": "Forgotten password",
    "please change my password to Sommer-2026-xy": "We haven't changed your password",
    "We'd like to hold a little tournament. Can we set this up ourselves?": "postmaster@",
    "I want to report bob. He is using a computer.": "block alice - bob",
    "Is bob still active?": "all games bob",
    "What is a level 10 robot like, is it beatable?": "Robots play every game",
    "Do you have backgammon? If not, Trailblazer against a robot, level 3": "robot challenge 3",
    "Can you find me an opponent for Trailblazer? Small board please": "-size=3",
}
HELD = {
    "I don't want anyone to see my games except the people I play with.": (
        "change visibility private"
    ),
    "I'm too busy and want to stop all my games": "knightpanic resign 101 alice",
    "må jeg spille Trailblazer mod computeren, niveau fire?": "challenge alice robot-level4",
}
TOLD = "Please tell bob that I can't come on Friday"
NOT_HIDDEN = ("Can anybody see my games?", "I see my games", "Only my games are slow")
NOT_ENDED = ("Don't stop all my games", "Can I stop all my games?", "I won all my games")


@pytest.fixture
def site(started_game):
    return started_game[0]


def test_questions_are_answered(site):
    for text, part in ANSWERS.items():
        answer, *_ = site.mail(ALICE, "Hello", text)
        assert part in f"{answer['Subject']} {words_of(answer)}", text


def test_wishes_are_held(site):
    for text, line in HELD.items():
        (asked,) = site.mail(ALICE, "Hello", text)
        assert "Please confirm" in asked["Subject"], text
        assert line in words_of(asked), text


def test_a_message_to_another_player_is_held_with_its_text(site):
    (asked,) = site.mail(ALICE, "For Bob", TOLD)
    assert asked["Subject"] == "Please confirm: message bob"
    assert f"we'll send this text: {TOLD}" in words_of(asked)


def test_a_question_and_a_wish_in_one_email_both_count(site):
    text = "1. which games do I have running?\n2. please start Trailblazer with bob"
    answer, asked = site.mail(ALICE, "two things", text)
    assert "Knight Panic Board 101" in words_of(answer)
    assert asked["Subject"] == "Please confirm: trailblazer challenge alice bob"


def test_similar_sentences_mean_something_else():
    assert not any(map(hides_own_games, NOT_HIDDEN))
    assert not any(map(ends_all_games, NOT_ENDED))
    assert not asks_own_games("I turned left")
    assert not asks_who_seeks("I'm looking for a game")
