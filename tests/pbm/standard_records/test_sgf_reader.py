"""Reading SGF as programs write it."""

import re
from contextlib import suppress
from itertools import pairwise

import pytest

from pbm.errors import ParseError
from pbm.standard_records.imported_game import Ending
from pbm.standard_records.sgf_reader import is_same_result, read_result, read_sgf

ANNOTATED = """\
Text before the game
( ; GM[1] SZ[19] PlayerBlack[Anna \\[9p\\]] PB[ignored?]PW[Ben\\\\] C[a comment ; (with) \\] signs]
AB[dd][pp] ; W [qd] C[good] ; B[dp](;W[pq];B[])(;W[oc](;B[aa])(;B[bb])))
Text between games
(;PB[C];B[tt])
"""
WRONG = {
    "(;B[dd]\n": 'Line 2: the closing ")" of the game is missing.',
    "(;PB[Anna": 'Line 1: "[Anna" never ends. Close it with "]".',
    "(;B[dd]\n1. e4)": 'Line 2: "1. e4)" isn\'t SGF.',
    "(;B[dd];AW[pp])": '"AW[pp]" after move 1 changes the board without a move.',
}
RESULTS = {
    "B+R": ((1, 2), Ending.RESIGNED),
    "W+Resign": ((2, 1), Ending.RESIGNED),
    "W+T": ((2, 1), Ending.FORFEITED),
    "B+F": ((1, 2), Ending.FORFEITED),
    "B+12.5": ((1, 2), Ending.DECIDED),
    "W+": ((2, 1), Ending.DECIDED),
    "0": ((1, 1), Ending.AGREED),
    "Jigo": ((1, 1), Ending.AGREED),
    "Void": ((), Ending.DECIDED),
    "?": ((), Ending.DECIDED),
    "": ((), Ending.DECIDED),
}
HOSTILE = ["(", ")", "(;", ";", "[", "]", "\\", "B", "B[", "[\\", "( ", "B[dd]", "\n", "x1"]


def games(text):
    return list(read_sgf(text))


def test_the_main_line_is_read_without_comments():
    first, second = games(ANNOTATED)
    assert [(move.color, move.text) for move in first.moves] == [
        ("W", "qd"),
        ("B", "dp"),
        ("W", "pq"),
        ("B", ""),
    ]
    assert first.tags["AB"] == ("dd", "pp")
    assert first.tag("PB") == "Anna [9p]"
    assert first.tag("PW") == "Ben\\"
    assert second.texts == ("tt",)
    assert games("no game") == games("()") == []


def test_errors_quote_the_text():
    for text, error in WRONG.items():
        with pytest.raises(ParseError, match=re.escape(error)):
            games(text)


def test_the_result_tells_how_the_game_ended():
    for text, (places, ending) in RESULTS.items():
        result = read_result(text)
        assert (result.text, result.places, result.ending) == (text, places, ending)
    assert is_same_result("W+7.50", "W+7.5")
    assert not is_same_result("W+7.5", "B+7.5")
    assert not is_same_result("W+R", "W+T")


def test_hostile_text_is_read_or_refused():
    """Each text is read once. Reading parts of it again and again would take minutes."""
    for part, other in pairwise(HOSTILE):
        for text in (part * 15_000, (part + other) * 15_000, f"(;{part * 15_000}"):
            with suppress(ParseError):
                assert len(games(text)) <= 1
