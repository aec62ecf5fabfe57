"""Recognizes sentences in which a square is a place outside the game: "I was at gate D5".

In games whose moves are lone squares, these would be taken for moves.
"""

import re
from functools import cache

from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.moves import place_words as tables
from commands.replies.vocabulary.moves.move_words import PIECES, PLAYING, STONES
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_LENGTH = 400
"""Maximum number of characters of a line that is read."""
MIN_WORDS = 4
"""Minimum number of words of a clause that names such a place."""
_SQUARE = re.compile(r"(?<![^\W_])[A-Za-z]\d{1,2}(?![^\W_])")
_CLAUSE_END = re.compile(r"[,.;:!?\n()]+| - ")


def is_elsewhere(match: Match, text: str) -> bool:
    """Whether a line is plainly about something else, and its only square is a place there."""
    if match.game.piece_words or len(text) > MAX_LENGTH or not _is_placing(match):
        return False
    text = plain_signs(text)
    squares = list(_SQUARE.finditer(text))
    if len(squares) != 1 or not _listed_playing().isdisjoint(plain_words(text)):
        return False
    square = squares[0]
    *_, before = _CLAUSE_END.split(text[: square.start()])
    behind, *_ = _CLAUSE_END.split(text[square.end() :])
    words, rest = plain_words(before), plain_words(behind)
    if len(words) + 1 + len(rest) < MIN_WORDS or not words:
        return False
    said = {*words, *rest}
    is_past = not said.isdisjoint(plain_set(tables.PAST))
    if words[-1] in plain_set(tables.NUMBERED_PLACES):
        return True
    if words[-1] in plain_set(tables.NUMBERED_ROWS):
        return is_past
    is_placed = words[-1] in plain_set(tables.BEFORE_PLACES)
    return is_placed and is_past and any(map(_places().fullmatch, said))


def _is_placing(match: Match) -> bool:
    """Whether moves are lone squares."""
    legal = match.legal
    return bool(legal) and bool(_SQUARE.fullmatch(legal[0]))


@cache
def _listed_playing() -> frozenset[str]:
    # some verbs and colors of these tables are common in other sentences
    common = {
        "at",
        "night",
        "nights",
        "go",
        "going",
        "take",
        "taking",
        "put",
        "wit",
        "white",
        "black",
        "sort",
    }
    return plain_set(f"{PLAYING} {PIECES} {STONES} {tables.ABOUT_GAME}") - common


@cache
def _places() -> re.Pattern[str]:
    words = (re.escape(word).replace(r"\*", r"\w*") for word in tables.PLACES.split())
    return re.compile("|".join(words))
