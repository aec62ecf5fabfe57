"""Finds the words by which a line prefers a move to another one: "not g1-c3 but e1-g5"."""

import re

from commands.replies.moves.written_moves import is_legal, mentioned_moves
from commands.replies.vocabulary import contrast_words as tables
from pbm.match.match import Match

CORRECTION = re.compile(
    r"(?i)\b(?:sorry|oops|mean|meant|meine|meinte|rather|instead|wait|lieber|pardon|plut\u00f4t"
    r"|perd\u00f3n|mejor|scusa|anzi|desculpa|liever|bedoel|raczej|\u0442\u043e\u0447\u043d\u0435\u0435)\b"
)
"""A word between an illegal move and the legal one that the writer means."""


def preferred_move(match: Match, text: str) -> str:
    """Returns the legal move that remains without the rejected ones, or "" if it isn't clear."""
    moves = mentioned_moves(match, text)
    if len(moves) < 2 or "?" in text:
        return ""
    rejected = {
        move for part in _REJECTING.split(text)[1:] for move in mentioned_moves(match, part)[:1]
    }
    head, *behind = _CONTRAST.split(text, maxsplit=1)
    if behind and _CONSIDERING.search(head) and not _ALTERNATIVES.search(behind[0]):
        rejected |= {*mentioned_moves(match, head)}
    left = [move for move in moves if move not in rejected]
    is_clear = bool(rejected) and len(left) == 1
    return left[0] if is_clear and is_legal(match, left[0]) else ""


def rejects(text: str) -> bool:
    """Whether words such as "rather than" are directly before a square."""
    return any(map(_SQUARE.match, _REJECTING.split(text)[1:]))


def _pattern(phrases: str, excluded: str = "") -> re.Pattern[str]:
    """Returns a pattern of the phrases. `excluded`: signs of which none may follow."""
    words = "|".join(re.escape(" ".join(each.split())) for each in phrases.split(","))
    return re.compile(rf"(?<!\w)(?:{words})(?![\w{excluded}])", re.IGNORECASE)


_SQUARE = re.compile(r"\s*[a-z]\d", re.IGNORECASE)
_REJECTING = _pattern(tables.REJECTING, ":,;.")  # "but no: rather g1-e5"
_CONTRAST = _pattern(tables.CONTRAST)
_CONSIDERING = _pattern(tables.CONSIDERING)
_ALTERNATIVES = _pattern(tables.ALTERNATIVES)
