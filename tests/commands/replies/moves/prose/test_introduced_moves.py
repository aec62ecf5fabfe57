"""Moves that words such as "my move is" introduce in a longer reply."""

import pytest

from commands.replies.moves.prose.introduced_moves import introduced_move
from tests.support.classic_games import start
from tests.support.site import words_of

BY_TEXT = {
    "c1-a5": "On Sun, bob moved e7-c3 - nice one!\nMy move: c1-a5\nRegards"
    "/By the way, my move is c1-a5."
    "/I thought about a1-e3. I'll play c1-a5, good luck/Mein Zug: c1-a5/mein nächster Zug ist c1-a5"
    "/a1-e3? Non, je joue c1-a5/mi jugada es c1-a5/La mia mossa: c1 a5/mijn zet is c1-a5"
    "/Mój ruch: c1-a5/meu lance: c1-a5/Мой ход: c1-a5",
    "": "a1-e3/If he is asleep my move is c1-a5/should I play c1-a5/Is my move c1-a5?"
    "/my move: c1-a5 or c1-e5/I never play c1-a5/My move is not c1-a5/my move: e7-c3"
    "/My move: c1-a5\nMy move: c1-e5/I'd have said my move is c1-a5/We move house on 5-5",
}
REPLIES = {
    "On Sun, bob moved e7-c3 - nice one!\n\nMy move: c1-a5\n\nRegards": "c1-a5",
    "c1-e5 is tempting, isn't it. I looked at it for long.\n\nI play c1-a5": "c1-a5",
}


@pytest.mark.parametrize(("move", "texts"), BY_TEXT.items())
def test_a_move_is_introduced_in_many_languages(move, texts):
    match = start("knightpanic")
    for text in texts.split("/"):
        assert introduced_move(match, text) == move, text


def test_an_introduced_move_outranks_other_squares(started_game):
    site, at_alice, _ = started_game
    for text, move in REPLIES.items():
        (held, *_) = site.reply(at_alice, text)
        assert f"Not played yet: {move}." in words_of(held), text


def test_a_dictated_square_may_have_its_letter_twice(begin):
    site, mail = begin("hex", "f6", "e7")
    (held, *_) = site.reply(mail, "A ciascuno il suo: gioco h ... acca 6. Buona fortuna!")
    assert "Not played yet: h6." in words_of(held)
