"""Chess: what people write, results and their reasons."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from pbm.errors import IllegalError, UnreadableMoveError
from tests.support.classic_games import play, start

NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)
ITALIAN = "e4 d5 Nf3 Nc6 Bc4 Bg4"
PROMOTION = "h4 g5 hxg5 h6 g6 h5 g7 h4"
STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 Qxc7 Rah6 h4 f6 Qxd7 Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"
READ = {
    ITALIAN: {
        "Nc3": "Nc3 nc3 NC3 Nb1c3 Nbc3 b1c3 b1-c3 Nb1-c3 Nc3+ Nc3!",
        "exd5": "exd5 ed5 e4d5 e4xd5 e4-d5 EXD5",
        "O-O": "O-O 0-0 o-o OO e1g1 Kg1",
        "Bxd5": "Bxd5 Bd5 bxd5 c4d5",
    },
    PROMOTION: {"gxh8=Q": "gxh8=Q gxh8Q g7h8q gh8=q", "gxh8=N": "gxh8=N g7xh8=n"},
}
WORDS = {
    "knight to c3": "Nc3",
    "the knight takes c3": "Nc3",
    "e4 takes d5": "exd5",
    "pawn takes d5": "exd5",
    "castles kingside": "O-O",
    "bishop takes d5": "Bxd5",
    "exd5 e.p.": "exd5",
}
ENDS = {
    "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7": ((1, 2), "Black is checkmated"),
    "f3 e5 g4 Qh4": ((2, 1), "White is checkmated"),
    STALEMATE: ((1, 1), "Black isn't in check, but has no legal move (stalemate)"),
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8": (
        (1, 1),
        "the same position occurred for the third time (threefold repetition)",
    ),
}


@pytest.mark.parametrize("moves", READ)
def test_moves_are_read_in_every_spelling(moves):
    match = play(start("chess"), moves, NOON)
    for written, spellings in READ[moves].items():
        assert {match.canonical(each) for each in spellings.split()} == {written}


def test_moves_are_read_in_words():
    match = play(start("chess"), ITALIAN, NOON)
    assert {words: match.canonical(words) for words in WORDS} == WORDS


@pytest.mark.parametrize("moves", ENDS)
def test_results_have_reasons(moves):
    outcome = play(start("chess"), moves, NOON).outcome
    assert (outcome.places, outcome.reason) == ENDS[moves]


def test_fifty_moves_without_progress_are_a_draw():
    """Only knights move, to the position that has occurred least often."""
    match, occurred = start("chess"), Counter()
    while not match.outcome:
        moves = [move for move in match.legal if move[0] == "N" and "x" not in move]
        after = {move: str(match.play(move, NOON, "alice").state.position.state) for move in moves}
        boards = {move: text.split()[0] for move, text in after.items()}
        move = min(moves, key=lambda each: occurred[boards[each]])
        occurred[boards[move]] += 1
        match = match.play(move, NOON, "alice")
    assert match.ply == 100
    assert match.outcome.reason == "fifty moves passed without a capture or a pawn move"


def test_errors_say_why():
    match = play(start("chess"), ITALIAN, NOON)
    for text, reason in {
        "Nf3": "White's own knight is on f3.",
        "e2e4": "White has no piece on e2.",
        "Ke3": "The king can't move to e3.",
        "O-O-O": "White can't castle there now.",
    }.items():
        with pytest.raises(IllegalError, match=reason):
            match.canonical(text)
    with pytest.raises(UnreadableMoveError):
        match.canonical("hello")
    with pytest.raises(IllegalError, match="gxh8=Q"):
        play(start("chess"), PROMOTION, NOON).canonical("gxh8")
    with pytest.raises(IllegalError, match="White is in check"):
        play(start("chess"), "e4 e5 d3 Bb4", NOON).canonical("a3")


def test_chess960_begins_in_the_order_of_its_number():
    diagram = start("chess", "-start=518").diagram
    assert "".join(cell.text for cell in diagram.layers[0].cells[7]) == "RNBQKBNR"
    assert start("chess", "-chess960").options.start == 0
