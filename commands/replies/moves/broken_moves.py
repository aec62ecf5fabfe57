"""Recognizes lines that are nearly a move: coordinates of which some are missing, such as "1-3"."""

import re

from commands.replies.vocabulary.move_words import NO_COORDINATES
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 16
MIN_COORDINATES = 2
_COORDINATE = re.compile(r"[a-z]|\d+")
_SIGNS = re.compile(r"[\s,;:./()\[\]{}<>=\u2192x*!?+#-]+")
_COLUMN = re.compile(r"([a-z])\d|\d([a-z])\b")
_NUMBER = re.compile(r"\d+")
_PIECE = re.compile(r"[A-Zi-z](?=[a-h]\d)")
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
