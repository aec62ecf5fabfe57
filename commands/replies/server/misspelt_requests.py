"""Corrects misspelt words of short requests, such as "vacation til Firday plaese".

Only words that rarely occur in chat are corrected, and only by one letter or two swapped letters.
"""

import re
from functools import cache

from commands.replies.vocabulary.server.spelling import SPELT
from mail.reading.characters import plain_signs

MAX_WORDS = 9
"""Maximum number of words of a text that is corrected."""
MIN_LETTERS = 5
"""Minimum number of letters of a word that is corrected."""
_WORD = re.compile(r"[^\W\d_]+")


def respelt(text: str) -> str:
    """Returns a short text with correctly spelt words, or "" if no word seems misspelt."""
    text = plain_signs(text)
    if len(text.split()) > MAX_WORDS:
        return ""
    corrected = _WORD.sub(lambda word: _corrected(word[0]), text)
    return corrected if corrected != text else ""


def _corrected(word: str) -> str:
    lower = word.lower()
    if len(word) < MIN_LETTERS or lower in _spelt():
        return word
    near = [each for each in _spelt() if _is_near(lower, each)]
    return near[0] if len(near) == 1 else word


def _is_near(word: str, other: str) -> bool:
    """Whether the words differ by one letter, or by two neighboring letters that are swapped."""
    if abs(len(word) - len(other)) > 1:
        return False
    pairs = enumerate(zip(word, other, strict=False))
    start = next((at for at, (one, two) in pairs if one != two), min(len(word), len(other)))
    rest, wanted = word[start:], other[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return wanted in (rest[1:], swapped) or wanted[1:] in (rest, rest[1:])


@cache
def _spelt() -> frozenset[str]:
    return frozenset(SPELT.split())
