"""Moves of several squares that replies name in words, or only by their first squares."""

from pbm import games
from tests.support.site import words_of

HELD = {
    "i4 to f7, arrow on f10. Have a nice week Bob": "i4-f7/f10",
    "Hi Bob!\n\nMy amazon goes from i4 to f7 and shoots at f10": "i4-f7/f10",
}
INCOMPLETE = ("d1-d7", "d1 to d7 please", "I play d1-d7, the arrow comes later")
MOVES_BEFORE_A_JUMP = 20
"""Number of moves of the example of checkers after which f8xd6xb4 is the only legal move."""


def test_the_squares_of_one_legal_move_are_held(begin):
    site, mail = begin("amazons", "j4-i4/g2", "a7-e7/e10")
    for text, move in HELD.items():
        (held, *_) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(held), text


def test_the_beginning_of_one_jump_is_held(begin):
    moves = games.find("checkers").example[1][:MOVES_BEFORE_A_JUMP]
    site, mail = begin("checkers", *moves)
    for text in ("f8-d6", "f8xd6", "I jump from f8 over to d6 :-)"):
        (held, *_) = site.reply(mail, text)
        assert "Not played yet: f8xd6xb4." in words_of(held), text


def test_the_beginning_of_several_moves_is_incomplete(begin):
    site, mail = begin("amazons")
    for text in INCOMPLETE:
        (refused,) = site.reply(mail, text)
        answer = words_of(refused)
        assert "The rest of your move is missing" in answer, text
        assert "such as d1-d7/a10, d1-d7/" in answer, text
        assert "as chat" not in answer, text


def test_questions_about_squares_hold_no_move(begin):
    site, mail = begin("amazons")
    for text in ("Is d1 to d7 with the arrow on g7 any good?", "I won't play d1-d7 and g7"):
        answers = site.reply(mail, text)
        assert "Not played yet" not in " ".join(map(words_of, answers)), text
