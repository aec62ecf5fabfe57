"""Games in which stones and discs are put on a board: spellings, results and their reasons."""

from datetime import UTC, datetime

import pytest

from pbm.errors import IllegalError, UserError
from tests.support.classic_games import play, start

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
SUPERKO = "c3 d2 c1 a3 a2 e3 a4 b1 d5 e4 a1 d4 b5 e2 c4 b3 e5 c5 d5"
ENDS = [
    ("othello", "", "e6 f4 e3 f6 g5 d6 e7 f5 c5", (1, 2), "Black has 13 discs to 0"),
    ("connectfour", "", "d e d e d e 4", (1, 2), "Red has four discs in a row"),
    ("gomoku", "", "a1 b2 a2 b3 a3 b4 a4 b5 a6 b6", (2, 1), "White has five stones in a row"),
    ("hex", "-size=3", "a1 b1 a2 b2 a3", (1, 2), "Red has connected top and bottom"),
    ("hex", "-size=3", "c1 swap b2 b3 a1 c3", (2, 1), "Blue has connected left and right"),
    ("go", "-size=5", "pass pass", (2, 1), "White wins by 7.5 points"),
    ("go", "-size=5 -komi=0", "c3 pass pass", (1, 2), "Black wins by 25 points"),
    ("go", "-size=5 -komi=1", "c3 pass a1 pass pass", (1, 2), "Black wins by 24 points"),
    ("go", "-size=5 -komi=0", "pass pass", (1, 1), "both players have 0 points"),
    ("go", "-size=5", SUPERKO, (1, 1), "the last move repeated an earlier position (superko)"),
    ("havannah", "-size=3", "a1 e5 b1 e4 c1", (1, 2), "White has built a bridge"),
    (
        "havannah",
        "-size=3",
        "b1 d2 b3 c5 d4 e4 c3 e3 c2 a3 a2 d5 a1",
        (1, 2),
        "White has built a ring",
    ),
    ("gameofy", "-size=3", "b1 a1 b2 c1 a3", (1, 2), "White has connected all three sides"),
]
READ = [
    ("connectfour", "", "d1", {"d2": "d2 D2 d 4 column-4"}),
    ("go", "-size=9", "d4", {"pass": "pass Pass. PASS! i'll_pass", "d5": "d5 D5 d-5"}),
    ("hex", "", "c5", {"swap": "swap Swap! I_swap"}),
]


@pytest.mark.parametrize(("name", "options", "moves", "places", "reason"), ENDS)
def test_results_have_reasons(name, options, moves, places, reason):
    outcome = play(start(name, *options.split()), moves, NOON).outcome
    assert (outcome.places, outcome.reason) == (places, reason)


@pytest.mark.parametrize(("name", "options", "moves", "spellings"), READ)
def test_moves_are_read_in_every_spelling(name, options, moves, spellings):
    match = play(start(name, *options.split()), moves, NOON)
    for written, texts in spellings.items():
        read = {match.canonical(text.replace("_", " ")) for text in texts.split()}
        assert read == {written}


def test_errors_say_why():
    for name, moves, text, reason in [
        ("go", "d4", "d4", "d4 is occupied."),
        ("go", "", "i4", "no column i: the columns are a to h, then j to t."),
        ("go -size=9", "", "i4", "no column i: the columns are a to h, then j."),
        ("go -size=7", "", "i4", "i4 isn't on the board.$"),
        ("go -size=9", "", "k4", "k4 isn't on the board.$"),
        ("gomoku", "", "z4", "z4 isn't on the board.$"),
        ("othello", "", "a1", "A disc on a1 wouldn't turn over any of your opponent's discs."),
        ("connectfour", "", "d3", "A disc can't come to rest on d3 now."),
        ("hex", "", "swap", "You can't swap now."),
    ]:
        with pytest.raises(IllegalError, match=reason):
            play(start(*name.split()), moves, NOON).canonical(text)


def test_the_first_stone_changes_its_owner_when_hex_is_swapped():
    pieces = [*play(start("hex"), "c5 swap", NOON).diagram.pieces()]
    assert [(piece.square, piece.seat) for piece in pieces] == [("e3", 1)]


def test_a_turn_without_a_move_is_skipped_in_othello():
    """Black has no move after White's fourth."""
    match = play(start("othello"), "d3 c3 e6 d2 d1 e1 b2", NOON)
    assert match.to_move == 1
    assert match.play("c1", NOON, "alice").to_move == 1


def test_handicap_stones_are_on_the_star_points():
    match = start("go", "-size=13", "-handicap=5")
    assert sorted(piece.square for piece in match.diagram.pieces()) == [
        "d10",
        "d4",
        "g7",
        "k10",
        "k4",
    ]
    assert match.to_move == 1
    assert match.game.describe_options(match.options) == ("13x13", "handicap 5", "komi 0.5")
    two = start("go", "-size=9", "-handicap=2").diagram.pieces()
    assert sorted(piece.square for piece in two) == ["c3", "g7"]
    for options in (["-handicap=1"], ["-size=6", "-handicap=2"], ["-size=10", "-handicap=5"]):
        with pytest.raises(UserError, match="handicap"):
            start("go", *options)
