"""Finds the words by which a line prefers a move to another one: "not g1-c3 but e1-g5"."""

import re

from commands.replies.moves.notation.written_moves import (
    MAX_SENTENCE_LENGTH,
    denies,
    is_legal,
    mentioned_moves,
)
from commands.replies.vocabulary.moves import contrast_words as tables
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
    if corrected := corrected_move(match, text):
        return corrected
    rejected = {
        move for part in _REJECTING.split(text)[1:] for move in mentioned_moves(match, part)[:1]
    }
    head, *behind = _CONTRAST.split(text, maxsplit=1)
    if behind and _CONSIDERING.search(head) and not _ALTERNATIVES.search(behind[0]):
        rejected |= {*mentioned_moves(match, head)}
    left = [move for move in moves if move not in rejected]
    is_clear = bool(rejected) and len(left) == 1
    return left[0] if is_clear and is_legal(match, left[0]) else ""


def corrected_move(match: Match, text: str) -> str:
    """Returns the legal move that corrects the one before it, or "": "a1-c5, no wait, c1-e5"."""
    if "?" in text or len(text) > MAX_SENTENCE_LENGTH:
        return ""
    for correction in reversed([*_CORRECTING.finditer(text)]):
        head, behind = text[: correction.start()], text[correction.end() :]
        if not (moves := mentioned_moves(match, behind)):
            continue
        is_clear = len(moves) == 1 and is_legal(match, moves[0]) and mentioned_moves(match, head)
        is_other = _ALTERNATIVES.search(behind) or denies(behind) or _NO_CORRECTION.match(behind)
        return moves[0] if is_clear and not is_other else ""
    return ""


def settled_move(match: Match, text: str) -> str:
    """Returns the only legal move outside questions, or "": "d3? or c4? Hmm, c4!".

    A text without a move in a question settles nothing.
    """
    sentences = _SENTENCE.findall(text) if "?" in text else []
    asked = any("?" in each and mentioned_moves(match, each) for each in sentences)
    told = [move for each in sentences if "?" not in each for move in mentioned_moves(match, each)]
    is_clear = asked and len(set(told)) == 1 and is_legal(match, told[0]) and not denies(text)
    return told[0] if is_clear else ""


def is_correction(text: str) -> bool:
    """Whether a line has words that correct the move above it: "scratch that, c1-e5"."""
    return bool(_CORRECTING.search(text))


def rejects(text: str) -> bool:
    """Whether words such as "rather than" are directly before a square."""
    return any(map(_SQUARE.match, _REJECTING.split(text)[1:]))


def _pattern(phrases: str, excluded: str = "") -> re.Pattern[str]:
    """Returns a pattern of the phrases. `excluded`: signs of which none may follow."""
    split = sorted((each.split() for each in phrases.split(",")), key=len, reverse=True)
    words = "|".join(r"[\s,.;:!-]{1,4}".join(map(re.escape, each)) for each in split)
    return re.compile(rf"(?<!\w)(?:{words})(?![\w{excluded}])", re.IGNORECASE)


_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*")
_SQUARE = re.compile(r"\s*[a-z]\d", re.IGNORECASE)
_REJECTING = _pattern(tables.REJECTING, ":,;.")  # "but no: rather g1-e5"
_CONTRAST = _pattern(tables.CONTRAST)
_CONSIDERING = _pattern(tables.CONSIDERING)
_ALTERNATIVES = _pattern(tables.ALTERNATIVES)
_CORRECTING = _pattern(tables.CORRECTING)
_NO_CORRECTION = re.compile(rf"\s(?:{'|'.join(tables.BEHIND_OTHERS.split())})\b", re.IGNORECASE)
