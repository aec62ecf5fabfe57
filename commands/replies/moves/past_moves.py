"""Recognizes sentences about the moves of earlier games: "your e1-c5 last time was strong"."""

import re
from functools import cache

from commands.replies.vocabulary.move_words import PLAYING
from commands.replies.vocabulary.past_words import EARLIER
from commands.replies.vocabulary.sentence_words import plain_words

_LABELED = re.compile(r":\s*\(?\w{1,3}\W?\w{1,4}\b")
"""A move behind a colon, as in "like last time: e1-c5"."""


def is_about_earlier_game(sentence: str) -> bool:
    """Whether a sentence is about an earlier game, and its writer doesn't say "I play"."""
    words = plain_words(sentence)
    text = f" {' '.join(words)} "
    if not any(phrase in text for phrase in _earlier()) or _LABELED.search(sentence):
        return False
    return _playing().isdisjoint(words)


@cache
def _earlier() -> tuple[str, ...]:
    return tuple(f" {' '.join(plain_words(phrase))} " for phrase in EARLIER.split(","))


@cache
def _playing() -> frozenset[str]:
    return frozenset(plain_words(PLAYING))
