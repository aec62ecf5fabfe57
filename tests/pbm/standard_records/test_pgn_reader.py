"""Reading PGN and PDN as programs and people write them."""

import re
from contextlib import suppress
from itertools import pairwise

import pytest

from pbm.errors import ParseError
from pbm.standard_records.imported_game import Ending
from pbm.standard_records.pgn_reader import read_pgn, recorded_pgn

ANNOTATED = """\
% an escaped line
[Event "A \\"quoted\\" name"]
[White "Anna"] [Black "Ben"]
[Event "another event"]
[Result "1-0"]

{A comment ) with ( signs [Tag "x"]} 1.e4! $1 e5?! ; to the end 1-0
2. Nf3 (2. f4 exf4 (2... d5 {deep}) 3. Nf3) 2...Nc6 { [%clk 0:05:00] } 3.exd6 e.p. 3... 0-0-0
4. Qh5+ +- Ke7 = 5…Kf6 N 1-0
"""
WORDS = ["e4", "e5", "Nf3", "Nc6", "exd6", "0-0-0", "Qh5+", "Ke7", "Kf6"]
WRONG = {
    "1. e4 {no end": 'Line 1: "{no end" never ends. Close it with "}".',
    "\n\n1. e4 (1. d4": 'Line 3: "(1. d4" never ends. Close it with ")".',
    "1. e4 ) e5": 'Line 1: ") e5" begins with an unexpected ")". Remove this character.',
    '[White "Anna]\n': 'Line 1: "[White "Anna]" isn\'t a tag. Write tags like [White "Name"].',
}
ENDINGS = [
    ("1-0", "Normal", (1, 2), Ending.RESIGNED),
    ("0-1", "", (2, 1), Ending.RESIGNED),
    ("0-1", "Time forfeit", (2, 1), Ending.FORFEITED),
    ("1/2-1/2", "", (1, 1), Ending.AGREED),
    ("1-0", "adjudication", (1, 2), Ending.DECIDED),
    ("1-1", "", (1, 1), Ending.AGREED),
    ("*", "", (), Ending.RESIGNED),
]
HOSTILE = ["(", ")", "{", "[", '[A "', '[A "\\', "1.", "e.p.", "$", "%", ";", "-", "\n", "\\", '"']


def games(text, form="pgn"):
    return list(read_pgn(text, form))


def test_moves_are_read_without_annotations():
    for text in (ANNOTATED, ANNOTATED.replace("\n", "\r\n")):
        [game] = games(text)
        assert list(game.texts) == WORDS
        assert game.tag("White") == "Anna"
        assert game.tag("Black") == "Ben"


def test_a_file_may_contain_several_games():
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n1. d4 d5\n[White "C"]\n\n1-0\n1. c4 1/2-1/2'
    found = [(game.tag("White"), *game.texts, game.tag("Result")) for game in games(text)]
    assert found == [
        ("A", "e4", "*"),
        ("B", "d4", "d5", ""),
        ("C", "1-0"),
        ("", "c4", "1/2-1/2"),
    ]
    assert games("") == games("{only a comment}") == games("1-0") == []


def test_a_game_of_checkers_has_numbers():
    [game] = games('[GameType "21"]\n1. 11-15 23-19 2.8-11 22-17! 3. 15x22* 1-0', "pdn")
    assert game.texts == ("11-15", "23-19", "8-11", "22-17", "15x22")


def test_errors_quote_the_text():
    for text, error in WRONG.items():
        with pytest.raises(ParseError, match=re.escape(error)):
            games(text)


def test_the_result_tells_how_the_game_ended():
    for result, termination, places, ending in ENDINGS:
        [game] = games(f'[Result "{result}"]\n[Termination "{termination}"]\n1. e4')
        recorded = recorded_pgn(game, ("White", "Black"), None).result
        assert (recorded.places, recorded.ending) == (places, ending), result


def test_dates_may_be_incomplete_but_not_wrong():
    for text, day in (("1858.??.??", "1858-01-01"), ("1999.01.20", "1999-01-20"), ("????", "None")):
        [game] = games(f'[Date "{text}"]\n1. e4')
        assert str(recorded_pgn(game, ("White", "Black"), None).begun) == day
    [game] = games('[Date "1999.13.20"]\n1. e4')
    with pytest.raises(ParseError, match="doesn't exist"):
        recorded_pgn(game, ("White", "Black"), None)


def test_hostile_text_is_read_or_refused():
    """Each text is read once. Reading parts of it again and again would take minutes."""
    for part, other in pairwise(HOSTILE):
        for text in (part * 15_000, (part + other) * 15_000, f"{part} " * 15_000):
            with suppress(ParseError):
                assert len(games(text)) <= 1
