"""Antichess, crazyhouse, xiangqi and shogi: spellings, results and their reasons."""

from datetime import UTC, datetime

import pytest

from pbm.errors import IllegalError
from tests.support.classic_games import (
    check_error,
    check_reason,
    check_spellings,
    play,
    start,
)

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
EXCHANGE = "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2 Nf6"
READ = [
    ("antichess", "e3 b5", {"Bxb5": "Bxb5 bb5 f1b5 f1xb5 bishop_takes_b5"}),
    ("crazyhouse", EXCHANGE, {"Q@d5": "Q@d5 q@d5", "Nb5": "Nb5 nb5 c3b5 knight_b5"}),
    ("xiangqi", "", {"h3-e3": "h3-e3 h3e3 H3-E3 h3_to_e3", "b1-c3": "b1c3"}),
    ("shogi", "", {"7g7f": "7g7f 7g-7f 7G7F P-7f P7f pawn_7f pawn_to_7f 7g_to_7f P7g7f"}),
    (
        "shogi",
        "7g7f 3c3d",
        {"8h2b+": "8h2b+ 8hx2b+ Bx2b+ B8hx2b+ 8h-2b+", "8h2b": "8h2b Bx2b bishop_takes_2b 8h2b="},
    ),
    ("shogi", "7g7f 3c3d 8h2b+ 3a2b", {"B*5e": "B*5e b*5e B@5e bishop_drop_5e bishop*5e"}),
]
REASONS = {
    "antichess": "Black has lost all their pieces",
    "crazyhouse": "Black is checkmated",
    "shogi": "White is checkmated",
    "xiangqi": "Black has no legal move",
}
WRONG = [
    ("antichess", "e3 b5", "a3", "You have to capture."),
    ("crazyhouse", EXCHANGE, "Q@e8", "No queen can move to e8."),
    ("xiangqi", "", "e1-e3", "The general on e1 can't move to e3."),
    ("xiangqi", "", "e5-e6", "Red has no piece on e5."),
    ("shogi", "", "7g7e", "The pawn on 7g can't move to 7e."),
    ("shogi", "", "5e5f", "Black has no piece on 5e."),
    ("shogi", "", "P*5e", "You can't put a pawn on 5e."),
]


@pytest.mark.parametrize(("name", "moves", "spellings"), READ)
def test_moves_are_read_in_every_spelling(name, moves, spellings):
    check_spellings(play(start(name), moves, NOON), spellings)


@pytest.mark.parametrize("name", REASONS)
def test_results_have_reasons(name):
    check_reason(name, REASONS[name], NOON)


@pytest.mark.parametrize(("name", "moves", "text", "reason"), WRONG)
def test_errors_say_why(name, moves, text, reason):
    check_error(play(start(name), moves, NOON), text, reason)


def test_repeating_a_position_four_times_is_a_draw_in_shogi():
    match = play(start("shogi"), "5i5h 5a5b 5h5i 5b5a " * 3, NOON)
    assert match.outcome.reason == "the same position occurred for the fourth time"


def test_a_capture_en_passant_is_mandatory_in_antichess():
    assert play(start("antichess"), "a4 h6 a5 b5", NOON).legal == ["axb6"]


def test_captured_pieces_are_shown():
    for name, moves, pieces in [
        ("crazyhouse", EXCHANGE, {"White's pocket": "Q1 P1", "Black's pocket": "p2"}),
        (
            "shogi",
            "7g7f 3c3d 8h2b+ 3a2b",
            {"Black's captured pieces": "B1", "White's captured pieces": "b1"},
        ),
    ]:
        hands = play(start(name), moves, NOON).diagram.hands
        texts = {
            hand.title: " ".join(f"{cell.text}{count}" for cell, count in hand.pieces)
            for hand in hands
        }
        assert texts == pieces


def test_a_promoted_pawn_has_the_letter_of_its_piece_in_crazyhouse():
    match = play(start("crazyhouse"), "h4 g5 hxg5 h6 g6 h5 g7 h4 gxh8=Q a6", NOON)
    assert {match.canonical(text) for text in ("Qxg8", "Qh8xg8", "queen takes g8")} == {"Qh8xg8"}


def test_a_pawn_is_dropped_without_its_letter_in_crazyhouse():
    """Other programs write `@e4` in PGN."""
    match = play(start("crazyhouse"), EXCHANGE, NOON)
    assert match.canonical("@e4") == match.canonical("P@e4+") == "P@e4"


def test_a_promoted_pawn_is_told_from_other_pieces_in_crazyhouse():
    match = play(start("crazyhouse"), "e4 d5 exd5 c6 dxc6 h6 cxb7 h5 bxa8=Q h4", NOON)
    assert {"Qa8f3", "Qd1f3", "Qe2"} <= {*match.legal}
    with pytest.raises(IllegalError, match="Qf3"):
        match.canonical("Qf3+")


def test_a_promoted_pawn_is_drawn_as_its_piece_in_crazyhouse():
    match = play(start("crazyhouse"), "h4 g5 hxg5 h6 g6 h5 g7 h4 gxh8=Q", NOON)
    assert "white queen" in {cell.words for cell in match.diagram.cells() if cell.square == "h8"}
