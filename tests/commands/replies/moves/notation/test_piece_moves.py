"""Moves with names of pieces, in games that declare the names."""

from pathlib import Path

import pytest

from commands.replies.moves.notation.written_moves import (
    leading_move,
    legal_spelling,
    mentioned_moves,
)
from commands.replies.moves.spoken.spoken_moves import spoken_moves
from pbm.match.match import Match
from tests.support import pick_game
from tests.support.pick_game import ChessPick
from tests.support.site import PLAYERS

MATCH = Match.replay_texts(ChessPick(), ChessPick.options(), ())
SPELLINGS = {
    "Nf3": "Nf3|nf3|NF3|knight f3|Knight to f3|KNIGHT F3|knight - f3|springer nach f3|N f3|**Nf3**"
    "|1. Nf3|Nf3+|Nf3!|Nf3#",
    "f3": "f3|F3|pawn f3|pawn to f3|1.f3",
    "bxc3": "bxc3|b takes c3|b x c3|pawn b takes c3",
    "Bxc3": "Bxc3|bishop takes c3|bishop x c3|bishop c3|bishop takes pawn on c3|Bishop captures c3",
    "Bxe5": "Bxe5|b takes e5|bxe5|BXE5|bishop takes e5",
    "Nxe5": "Nxe5|knight takes e5|knight takes bishop e5|knight e5",
    "Nbd2": "Nbd2|knight b d2|knight from b to d2|nbd2",
    "Nh3": "Nh3|g1h3|g1-h3|g1 h3|knight g1 to h3|knight from g1 to h3|Ng1-h3",
    "f4": "f4|f2-f4|f2 to f4|pawn from f2 to f4|from f2 to f4",
    "O-O": "O-O|o-o|**O-O**",
    "e8=Q": "e8=Q|e8=q|e8Q|e8 queen|e8 promotes to queen|e8 = Q|e8=Q+",
    "e8=N": "e8=N|e8 knight|pawn e8 knight",
    "N@g6": "N@g6|knight g6|n@g6",
    "": "BXC3|knight e4|knight f4|bishop h3|bishop f3|pawn f2 to g4|queen f2 to f4"
    "|knight from d1 to h5|N|knight||rook f3",
}


@pytest.fixture
def chess_site(packages, site):
    """A server with a game in the notation of chess, and alice's first email."""
    packages.install("pbm-pick", Path(pick_game.__file__).read_text(), chesspick="ChessPick")
    site.sign_up("alice", "bob")
    first = {mail["To"]: mail for mail in site.begin("chesspick challenge alice bob")}
    return site, first[PLAYERS["alice"][1]]


@pytest.mark.parametrize(("move", "texts"), SPELLINGS.items())
def test_names_of_pieces_are_read(move, texts):
    read = {
        text: MATCH.canonical(found) if (found := legal_spelling(MATCH, text)) else ""
        for text in texts.split("|")
    }
    assert read == dict.fromkeys(read, move)


def test_a_sign_of_mate_is_no_number_of_a_move():
    assert MATCH.split("Qh5# good game") == ("Qh5", None, "good game")
    assert MATCH.split("Qh5#12 good game") == ("Qh5", 12, "good game")
    assert MATCH.split("Qh5# 12") == ("Qh5", 12, "")


def test_moves_in_sentences_keep_their_capitals():
    assert mentioned_moves(MATCH, "I think Bxc3 is better than bxc3") == ["Bxc3", "bxc3"]
    assert leading_move(MATCH, "knight takes e5, good luck").line == "Nxe5 good luck"


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("knight f three", ["Nf3"]),
        ("Knight to eff three please", ["Nf3"]),
        ("pawn ef three", ["f3"]),
        ("bishop takes see three", ["Bxc3"]),
        ("knight takes e five", ["Nxe5"]),
        ("e eight queen", ["e8=Q"]),
        ("knight f four", []),
        ("knight f three is what I would like to play", []),
    ],
)
def test_dictated_moves_keep_their_pieces(line, moves):
    assert spoken_moves(MATCH, line) == moves


def test_long_texts_are_read_fast():
    for text in ("knight " * 5000, "e8 " * 10_000, "b takes " * 4000, "N" * 30_000, "a1-" * 10_000):
        assert legal_spelling(MATCH, text) == ""
        leading_move(MATCH, text)
        spoken_moves(MATCH, text)


@pytest.mark.parametrize(
    ("reply", "played"),
    [
        ("nf3", "Nf3"),
        ("bxc3", "bxc3"),
        ("Bxc3", "Bxc3"),
        ("knight takes e5\n\nGood luck!", "Nxe5"),
        ("O-O good luck", "O-O"),
        ("Qh5#", "Qh5"),
        ("BXC3", ""),
        ("knight f4", ""),
    ],
)
def test_replies_play_moves_with_their_capitals(reply, played, chess_site):
    site, mail = chess_site
    site.reply(mail, reply)
    with site.database.work() as work:
        assert work.boards.find("chesspick", 101).match.moves == tuple(filter(None, [played]))
