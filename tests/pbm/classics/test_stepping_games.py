"""Games in which pieces move from square to square: spellings, results and their reasons."""

from datetime import UTC, datetime

import pytest

from tests.support.classic_games import (
    check_error,
    check_reason,
    check_spellings,
    play,
    start,
)

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
JUMPS = (
    "c3-d4 d6-c5 b2-c3 c5-b4 c3xa5 e7-d6 d2-c3 d8-e7 g3-f4 h6-g5 f4xh6 d6-e5 c1-b2 e7-d6 e3-f4 "
    "e5xg3 f2xh4 f8-e7 h6xf8 d6-c5"
)
READ = [
    ("checkers", "", {"c3-d4": "c3-d4 c3d4 C3-D4 11-15 c3_to_d4"}),
    ("checkers", JUMPS, {"f8xd6xb4": "f8xd6xb4 f8d6b4 f8-d6-b4 f8xb4 f8b4 F8XD6XB4"}),
    ("amazons", "", {"d1-d7/g7": "d1-d7/g7 d1d7g7 D1-D7/G7 d1_d7_g7 d1_to_d7,_arrow_g7"}),
    ("breakthrough", "b2-b3 a7-a6", {"b3-b4": "b3-b4 b3b4 b4 b3_to_b4"}),
    ("linesofaction", "", {"b1-b3": "b1-b3 b1b3 b1_to_b3"}),
]
REASONS = {
    "amazons": "White can't move",
    "breakthrough": "White has reached the last row",
    "checkers": "White has no pieces left",
    "linesofaction": "a position occurred again",
}
WRONG = [
    ("checkers", "", "c3-c4", "The piece on c3 can't move to c4."),
    ("checkers", "c3-d4 d6-c5 b2-c3 c5-b4", "c3-d4", "You have to capture."),
    ("amazons", "", "e1-e2/e3", "White has no queen on e1."),
    ("amazons", "", "d1-e3/e4", "The queen on d1 can't move to e3."),
    ("amazons", "", "d1-d2/e4", "From d2, the arrow can't fly to e4."),
    ("breakthrough", "", "b7-b6", "White has no piece on b7."),
    ("linesofaction", "", "b1-b4", "The piece on b1 can't move to b4."),
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


def test_kings_have_crowns():
    kings = [cell for cell in play(start("checkers"), JUMPS, NOON).diagram.pieces() if cell.sign]
    assert [(king.square, king.text, king.words) for king in kings] == [("f8", "X", "black king")]
