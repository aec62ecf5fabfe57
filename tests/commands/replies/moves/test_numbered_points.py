"""A point of the board that is named by two numbers, such as "7-7", is nearly a move."""

import pytest

from tests.support.site import words_of

REFUSED = {
    "Hello. I want to put my stone at the 7-7 point. Is it possible?": "g7",
    "the 4-4 point": "d4",
    "4-4 point please": "d4",
    "Put me on the 4,4 point": "d4",
    "I play the 4-4 point?": "d4",
    "I play 3-4": "c4 or d3",
    "3-4 please": "c4 or d3",
    "Ich setze auf den Punkt 4-4": "d4",
    "Pongo mi piedra en el punto 7-7": "g7",
    "Hi Bob\nHow are you?\nI play 3-5": "c5 or e3",
}
CHAT = (
    *("we tied 3-3", "Spurs won 3-2 yesterday", "we play 7-9 pm"),
    *("Do you know the 3-3 invasion? I lost 4-2", "I play 7-7 today. My kids won 3-2"),
)


@pytest.fixture
def go(begin):
    return begin("go", "e5", "c3")


@pytest.mark.parametrize(("text", "squares"), REFUSED.items())
def test_the_refusal_shows_how_to_write_the_point(text, squares, go):
    site, mail = go
    (answer,) = site.reply(mail, text)
    assert f"To play {squares}, reply with only the move." in words_of(answer)
    assert "as chat" not in words_of(answer)


def test_the_column_i_is_left_out(go):
    site, mail = go
    (answer,) = site.reply(mail, "I play the 9-10 point")
    assert "To play j10 or k9, reply" in words_of(answer)


def test_an_occupied_point_is_refused(go):
    site, mail = go
    (answer,) = site.reply(mail, "I take the 3-3 point")
    assert "That didn't work." in words_of(answer)
    assert "letter of its column" in words_of(answer)


@pytest.mark.parametrize("text", CHAT)
def test_other_numbers_are_chat(text, go):
    site, mail = go
    (answer,) = site.reply(mail, text)
    assert "as chat" in words_of(answer)
