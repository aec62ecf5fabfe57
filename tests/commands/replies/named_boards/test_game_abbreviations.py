"""Boards that players name by a game and a number, or by the initials of a game."""

import pytest

from commands.replies.named_boards.game_abbreviations import abbreviated
from tests.commands.replies.test_replies import ply, to
from tests.support.site import PLAYERS, words_of

AT_ALICE = PLAYERS["alice"][1]
NAMED = (
    *(
        "TB 101: (0,1)",
        "tb 101 (0,1)",
        "TB101: (0,1)",
        "TB: (0,1)",
        "TB #101: (0,1)",
        "TBZ 101: 0,1",
    ),
    *("Trailblazer 101: (0,1)", "trailblazer #101 (0,1)", "tb > (0,1)"),
)
OTHERS = (
    *(
        "My TB 101 scan came back",
        "TV 101: was good",
        "BTW (0,1) was the score",
        "PS: see you at 10",
    ),
    *("KB 101: (0,1)", "TX: (0,1)", "KP 101: thinking"),
)


@pytest.fixture
def boards(site):
    """A server, and alice's email about Knight Panic 101. She plays Trailblazer 101, too."""
    site.sign_up("alice", "bob", "carol")
    mail = to(site.begin("knightpanic challenge alice bob"), AT_ALICE)
    site.begin("knightpanic challenge alice carol", "trailblazer challenge alice carol")
    return site, mail


def test_words_abbreviate_games():
    words = {"TB": "trailblazer", "tbz": "trailblazer", "KP": "knightpanic", "kp": "knightpanic"}
    for word, game in words.items():
        assert list(abbreviated(word)) == [game]
    assert not any(
        map(abbreviated, ("PS", "OK", "K", "knig", "blaz", "Hi", "Bob", "no", "to", "pm"))
    )


def test_a_game_before_a_number_names_its_board(boards):
    site, mail = boards
    for text in NAMED:
        (asked,) = site.reply(mail, text)
        assert "trailblazer move 101" in asked["Subject"], text
    assert ply(site) == 0


def test_each_line_goes_to_its_board(boards):
    site, mail = boards
    answers = site.reply(mail, "101: a1-c5\n102: (g1-e5)\nTB 101: (0,1)")
    asked = next(each for each in answers if each["Subject"].startswith("Please confirm"))
    assert "knightpanic move 102 g1-e5" in words_of(asked)
    assert "trailblazer move 101 0,1" in words_of(asked)
    assert ply(site) == 1


def test_other_words_before_a_number_name_no_game(boards):
    site, mail = boards
    for text in OTHERS:
        answers = site.reply(mail, text)
        assert not any("trailblazer" in each["Subject"] for each in answers), text
        site.clock.forward(hours=5)
    assert ply(site) == 0
