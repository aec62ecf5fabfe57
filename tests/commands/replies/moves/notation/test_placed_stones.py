"""A stone that has been placed doesn't move: two squares are never read as one move."""

import pytest

from tests.support.site import words_of

PAIRS = (
    *("e5-g3", "E5-G3", "e5 - g3", "e5->g3", "e5→g3", "e5xg3", "e5:g3", "e5/g3", "e5,g3", "e5 g3"),
    *("e5 to g3", "e5 a g3", "from e5 to g3", "move e5 to g3", "Move e5 to g3 please", "d4-g3"),
    *("my stone from e5 to g3", "c3xg3", "g3-e5", "e5-g3\n\nGood luck!", "Hi bob\ne5-g3"),
)
PLAYED = ("g3", "G3", "3. g3", "g3 nice opening")
CHAT = ("I'm away from 5 to 7", "What a nice corner!", "From 2 to 4 I was at the dentist")


@pytest.mark.parametrize("game", ["go", "hex", "gomoku", "havannah", "gameofy"])
def test_two_squares_are_no_move(game, begin):
    site, mail = begin(game, "e5", "c3")
    for text in PAIRS:
        (answer,) = site.reply(mail, text)
        said = words_of(answer)
        assert "That didn't work." in said or "Not played yet:" in said, text
        assert "as chat" not in said, text
        site.clock.forward(hours=2)


def test_two_squares_are_no_move_in_othello(begin):
    site, mail = begin("othello")
    for text in ("d5-c4", "d5 to c4", "d5xc4", "d5 c4", "e4-c4", "from d5 to c4", "c4-d5"):
        (answer,) = site.reply(mail, text)
        said = words_of(answer)
        assert "That didn't work." in said or "Not played yet:" in said, text
        assert "as chat" not in said, text
        site.clock.forward(hours=2)


@pytest.mark.parametrize("text", PLAYED)
def test_one_square_is_a_move(text, begin):
    site, mail = begin("go", "e5", "c3")
    site.reply(mail, text)
    with site.database.work() as work:
        assert work.boards.find("go", 101).match.moves == ("e5", "c3", "g3")


@pytest.mark.parametrize("text", CHAT)
def test_other_texts_are_chat(text, begin):
    site, mail = begin("go", "e5", "c3")
    (answer,) = site.reply(mail, text)
    assert "as chat" in words_of(answer)
