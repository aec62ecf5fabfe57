"""Moves of chess as people write and dictate them in replies."""

from datetime import UTC, datetime

import pytest

from commands.replies.moves.notation.foreign_pieces import first_readings
from commands.replies.moves.notation.written_moves import legal_spelling, mentioned_moves
from commands.replies.moves.spoken.spoken_moves import spoken_moves
from tests.support.classic_games import play, start

SPELLINGS = {
    "Nf3": "Nf3|nf3|knight f3|Knight to f3|springer nach f3|caballo a f3|paard f3|конь f3"
    "|cavalier f3|**Nf3**|1. Nf3|Ng1-f3|knight from g1 to f3",
    "e4": "e4|E4|pawn e4|e2-e4|e2 to e4|von e2 nach e4|bauer e4|1.e4",
    "": "knight f4|Nf4|Bd3|rook a3|pawn f5|bishop from f1 to d3|springer e4|queen from e2 to e4",
}


@pytest.mark.parametrize(("move", "texts"), SPELLINGS.items())
def test_pieces_are_read_in_many_languages(move, texts):
    match = start("chess")
    read = {
        text: match.canonical(found) if (found := legal_spelling(match, text)) else ""
        for text in texts.split("|")
    }
    assert read == dict.fromkeys(read, move)


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("knight f three", ["Nf3"]),
        ("Springer eff drei", ["Nf3"]),
        ("e four please", ["e4"]),
        ("pawn to e four", ["e4"]),
        ("knight to f four", []),
    ],
)
def test_dictated_pieces_are_read(line, moves):
    assert spoken_moves(start("chess"), line) == moves


def test_moves_in_sentences_keep_their_pieces():
    match = start("chess")
    assert mentioned_moves(match, "I think Nf3 is better than e4") == ["Nf3", "e4"]


@pytest.mark.parametrize(
    ("line", "readings"),
    [
        ("exd5", []),
        ("Exd5", []),
        ("Nxd5", []),
        ("D2-d4", []),
        ("Dxd5", []),
        ("Nc3xd5", []),
        ("Cxd5", ["Nxd5"]),
        ("4. S:d5", ["Nxd5"]),
        ("Df3", ["Qf3"]),
        ("Ta2, danke", ["Ra2"]),
        ("The a2 pawn", []),
    ],
)
def test_first_letters_may_be_pieces_of_other_languages(line, readings):
    assert first_readings(after("e4 d5 Nc3 e5 a3 a6"), line) == readings


@pytest.mark.parametrize(
    ("moves", "line", "readings"),
    [
        ("c4 d5 Nc3 e5 a3 a6", "Cxd5", ["cxd5", "Nxd5"]),
        ("c4 d5 Nc3 e5 a3 a6", "cxd5", []),
        ("d4 e5 a3 a6", "Dxe5", ["dxe5"]),
        ("b4 c5 a3 a6", "Bxc5", ["bxc5"]),
        ("b4 c5 a3 a6", "bxc5", []),
        ("e4 d5 a3 a6", "Exd5", []),
    ],
)
def test_capital_files_of_capturing_pawns_may_be_pieces(moves, line, readings):
    assert first_readings(after(moves), line) == readings


def after(moves):
    return play(start("chess"), moves, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("game", ["chess", "chess -chess960", "antichess", "crazyhouse"])
def test_a_letter_before_a_pawns_move_is_never_left_out(game):
    match = start(*game.split())
    for text in ("Cc3", "3. Dd4", "Aa4", "hh3", "CC3", "Xc3", "Gg3+", "Хc3"):
        assert legal_spelling(match, text) == "", text
    for text, move in {"c3": "c3", "1. D4": "d4", "Pa4": "a4", "h2-h3": "h3", "♙g3": "g3"}.items():
        assert match.canonical(legal_spelling(match, text)) == move, text
