"""Replies about a board whose writers want to play another game with the same opponent."""

from tests.support.site import PLAYERS, words_of

HELD = {
    "Please start a game of Trailblazer with bob": ["trailblazer challenge alice bob"],
    "Wrong game, I wanted trailblazer with bob. Can you cancel this and start that one?": [
        "knightpanic resign 101 alice",
        "trailblazer challenge alice bob",
    ],
}
CHAT = (
    "Bob, shall we play Trailblazer next time?",
    "I'd love to play Trailblazer with you, bob",
    "Trailblazer next time please, Bob!",
)


def test_another_game_with_the_opponent_is_held(started_game):
    site, at_alice, _ = started_game
    for text, lines in HELD.items():
        (asked,) = site.reply(at_alice, text)
        for line in lines:
            assert line in words_of(asked), text
        assert "as chat, reply" not in words_of(asked), text


def test_a_wish_that_addresses_the_opponent_is_chat(started_game):
    site, at_alice, _ = started_game
    for text in CHAT:
        answers = site.reply(at_alice, text)
        is_asked = "as chat, reply" in words_of(answers[0])
        assert is_asked or PLAYERS["bob"][1] in [mail["To"] for mail in answers], text
        site.clock.forward(hours=1)


def test_days_are_enough_where_the_clocks_shall_stop(started_game):
    site, at_alice, _ = started_game
    text = "I'm off skiing from tomorrow till next Sunday, so please stop my clock."
    (asked,) = site.reply(at_alice, text)
    assert asked["Subject"] == "Please confirm: vacation from 2026-03-02 until 2026-03-08"
