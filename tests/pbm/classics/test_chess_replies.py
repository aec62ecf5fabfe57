"""Moves of chess as people write and dictate them in replies."""

import pytest

from commands.replies.moves.spoken_moves import spoken_moves
from commands.replies.moves.written_moves import legal_spelling, mentioned_moves
from tests.support.classic_games import start

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
