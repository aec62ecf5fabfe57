"""Recognizes sentences about the past: about earlier games, or moves that might have been made.

Examples are "your e1-c5 last time was strong" and "I'd have played c7, Bob".
"""

import re
from functools import cache

from commands.replies.sentences.accents import folded
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.moves.move_words import PLAYING
from commands.replies.vocabulary.moves.past_words import EARLIER
from commands.replies.vocabulary.sentence_words import plain_words
from mail.reading.characters import plain_signs

_LABELED = re.compile(r":\s*\(?\w{1,3}\W?\w{1,4}\b")
"""A move behind a colon, as in "like last time: e1-c5"."""
_HYPOTHETICAL = re.compile(
    r"\b(?:(?:would|could|might|should)(?:\s+not|n't)?(?:\s+\w+)?\s+have|(?:would|could|might|should)'ve"
    r"|\w+'d(?:\s+\w+)?\s+have|hatte\s+(?:ich|man)|ich\s+hatte|aurais|habria|avrei"
    r"|zou\s+(?:\S+\s+){0,3}hebben|teria|skulle\s+ha|ville\s+have|zagralbym|zagralabym|сыграл\s+бы"
    r"|сыграла\s+бы|oynardim)\b"
)
"""The verbs of a move that might have been made, without accents."""


def is_hypothetical(sentence: str) -> bool:
    """Whether a sentence is about what somebody would have done: "I'd have played c7"."""
    return bool(_HYPOTHETICAL.search(folded(plain_signs(sentence)).lower()))


def is_about_earlier_game(sentence: str) -> bool:
    """Whether a sentence is about an earlier game, and its writer doesn't say "I play"."""
    words = plain_words(sentence)
    text = f" {' '.join(words)} "
    if not any(phrase in text for phrase in _earlier()) or _LABELED.search(sentence):
        return False
    return plain_set(PLAYING).isdisjoint(words)


@cache
def _earlier() -> tuple[str, ...]:
    return tuple(f" {' '.join(plain_words(phrase))} " for phrase in EARLIER.split(","))
