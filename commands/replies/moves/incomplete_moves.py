"""Recognizes lines that are nearly a move.

Some of their coordinates are missing, as in "1-3", or numbers stand for letters: "the 7-7 point".
"""

import re
from functools import cache

from commands.replies.sentences.dictated_words import is_dictated
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.moves.move_words import (
    BESIDE_POINTS,
    NO_COORDINATES,
    PIECES,
    PLACING,
    PLAYING,
    STONES,
)
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 16
MAX_TEXT = 400
"""Maximum number of characters of a text that is searched for sentences with two numbers."""
MIN_COORDINATES = 2
_COORDINATE = re.compile(r"[a-z]|\d+")
_SIGNS = re.compile(r"[\s,;:./()\[\]{}<>=\u2192x*!?+#-]+")
_COLUMN = re.compile(r"([a-z])\d|\d([a-z])\b")
_NUMBER = re.compile(r"\d+")
_PIECE = re.compile(r"[A-Zi-z](?=[a-h]\d)")
_SENTENCE = re.compile(r"[^.!?;\n]+")
_NUMBERS = re.compile(r"(?<![\w/-])(\d{1,2}) ?[-,x] ?(\d{1,2})(?![\w/-])")
_SQUARE = re.compile(r"([a-z])(\d{1,2})")
_MAX_DIGIT = 9  # an impossible number may be a slip: "c9"


def is_broken_move(match: Match, text: str) -> bool:
    """Whether a line only has coordinates of the board, and at least one of them is a number."""
    text = plain_signs(text).strip()
    if match.outcome or len(text) > MAX_LENGTH or not any(map(str.isdigit, text)):
        return False
    if match.game.piece_words:
        text = _PIECE.sub("", text, count=1)
    signs = _SIGNS.sub(" ", text.lower())
    if text.lower().strip("!?.,;") in NO_COORDINATES.split() or _COORDINATE.sub("", signs).strip():
        return False
    found = _COORDINATE.findall(signs)
    letters, numbers = _sides(match)
    return len(found) >= MIN_COORDINATES and all(
        1 <= int(each) <= numbers if each.isdecimal() else each <= letters for each in found
    )


def _sides(match: Match) -> tuple[str, int]:
    """Returns the last letter and the largest number in the names of squares."""
    squares = [*match.legal, *(piece.square for piece in match.diagram.pieces())]
    text = " ".join(squares).lower()
    letters = [first or second for first, second in _COLUMN.findall(text)]
    return max(letters, default=""), max(_MAX_DIGIT, *map(int, _NUMBER.findall(text)))


def numbered_squares(match: Match, text: str) -> list[str] | None:
    """Returns the legal moves to the square that a sentence names by two numbers: "7-7".

    Either number may be the column. Returns None if no sentence is only about putting a piece on
    such a square, or moving one there.
    """
    if match.outcome or len(text) > MAX_TEXT or not _NUMBERS.search(plain_signs(text)):
        return None
    for sentence in _SENTENCE.findall(plain_signs(text)):
        named = _NUMBERS.search(sentence)
        is_told = not _placing().isdisjoint(plain_words(sentence))
        if named and is_told and is_dictated(sentence, _placing() | plain_set(BESIDE_POINTS)):
            first, second = int(named[1]), int(named[2])
            columns, rows = _columns_and_rows(match)
            if min(first, second) >= 1 and max(first, second) <= min(len(columns), rows):
                ways = ((first, second), (second, first))
                squares = dict.fromkeys(f"{columns[column - 1]}{row}" for column, row in ways)
                return [square for square in squares if square in match.legal]
    return None


def _columns_and_rows(match: Match) -> tuple[list[str], int]:
    """Returns the letters of the columns and the number of rows of the board's squares."""
    squares = [*match.legal, *(piece.square for piece in match.diagram.pieces())]
    found = [square for each in squares for square in _SQUARE.findall(each.lower())]
    columns = sorted({letter for letter, _ in found})
    return columns, max((int(row) for _, row in found), default=0)


@cache
def _placing() -> frozenset[str]:
    return frozenset(plain_words(f"{PLACING} {PLAYING} {PIECES} {STONES}"))
