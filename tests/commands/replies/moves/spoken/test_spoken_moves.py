"""Moves that phones write as they hear them: "night f six", "ge sex", "eye ate"."""

import pytest

from tests.support.site import words_of

OPENING = ("e4", "d5", "Nc3", "a6")
PIECES = {
    "night f three": "Nf3",
    "Night takes dee five full stop": "Nxd5",
    "bishop see four, greetings": "Bc4",
    "I think I'll go knight to f three": "Nf3",
}
SQUARES = {
    "hex": {"eye ate": "i8", "ge sex": "g6", "Kの11でお願いします。": "k11"},
    "amazons": {"amazon from dee one to dee five comma shoot at gee five": "d1-d5/g5"},
}
NEVER_CHAT = ("one tree", "The four")


def test_a_piece_and_a_square_that_a_phone_heard_are_held(begin):
    site, mail = begin("chess", *OPENING)
    for text, move in PIECES.items():
        (held,) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(held), text


@pytest.mark.parametrize(("game", "texts"), SQUARES.items())
def test_squares_that_a_phone_heard_are_held(begin, game, texts):
    site, mail = begin(game)
    for text, move in texts.items():
        (held,) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(held), text


def test_words_that_sound_like_a_square_are_not_offered_as_chat(begin):
    site, mail = begin("othello")
    for text in NEVER_CHAT:
        (refusal,) = site.reply(mail, text)
        assert "as chat" not in words_of(refusal), text
