"""Wishes for a game in emails to the server: shown as a line that needs a yes, or only named."""

import pytest

from tests.support.site import PLAYERS, words_of

ALICE = PLAYERS["alice"][1]
HELD = {
    "I'd like to play somebody at trailblazer": "trailblazer seek 1",
    "can anybody play me at knight panic?": "knightpanic seek 1",
    "6x6 knight panic with anybody please": "knightpanic seek 1 -size=6",
    "Quiero jugar tres partidas de Trailblazer contra quien sea": "trailblazer seek 3",
    "I want to play trailblazer with bob": "trailblazer challenge alice bob",
    "i wanna chalenge bob to knigth panic": "knightpanic challenge alice bob",
    "trailblazer against level 3 robot": "trailblazer challenge alice robot-level3",
    "Trailblazer gegen den stärksten Computer, bitte": "challenge alice robot-level10",
    "je veux jouer à Trailblazer contre l'ordinateur, niveau cinq": "challenge alice robot-level5",
    "Please let me play knight panic against bob, I want black and 3 days per move": (
        "knightpanic challenge --forfeittime=3 bob alice"
    ),
    "I'd like to play bob at knight panic, bob takes white": "knightpanic challenge bob alice",
    "Knight Panic mit Schwarz gegen den Computer, bitte Stufe 3": "challenge robot-level3 alice",
    "knight panic as black against anybody please, unrated, a week per move": (
        "knightpanic seek 1 --forfeittime=7 -unrated --seat=second"
    ),
    "chciałabym zagrać w trailblazer z komputerem": "challenge alice robot-level1",
}
NAMED = {
    "I'd like to play trailblazer": "trailblazer robot challenge 1 alice",
    "I'd like to play trailblazer vs the robot on level 15": "trailblazer robot challenge 10 alice",
    "I'd like to play knight panic against bob, 10 minutes each": "We couldn't read all the terms",
    "I'd like to play 77x77 knight panic against bob": "knightpanic challenge alice bob",
    "vorrei giocare a Trailblazer con il mio amico Luca (luca@example.com)": "signup USERID -",
    "Please cancel my search for an opponent": "You have no open challenge",
    "qual é a minha pontuação no Trailblazer e no Knight Panic?": "2. ",
    "let me play knight panic with bob, but I don't want black": "We couldn't read all the terms",
}
NO_WISHES = (
    "I don't want to play trailblazer against bob any more",
    "my game of trailblazer with bob is stuck, please help",
    "please resign my trailblazer game with bob",
    "can I change the time of my trailblazer game against bob please",
)


@pytest.fixture
def site(started_game):
    return started_game[0]


def test_a_wish_with_a_game_and_an_opponent_is_held(site):
    for words, line in HELD.items():
        (held,) = site.mail(ALICE, "Hello", words)
        assert line in words_of(held), words


def test_a_wish_that_leaves_something_open_names_the_lines(site):
    for words, line in NAMED.items():
        (named,) = site.mail(ALICE, "Hello", words)
        assert line in words_of(named), words
        assert "Please confirm" not in named["Subject"], words


def test_other_words_about_games_are_no_wishes(site):
    for words in NO_WISHES:
        (answer,) = site.mail(ALICE, "Hello", words)
        assert "Please confirm" not in answer["Subject"], words


def test_an_own_open_challenge_is_withdrawn(site):
    site.say(f"trailblazer seek alice {PLAYERS['alice'][0]}")
    (asked,) = site.mail(ALICE, "cancel my open challenge", "I found somebody at work.")
    assert asked["Subject"] == "Please confirm: trailblazer seek 0"
