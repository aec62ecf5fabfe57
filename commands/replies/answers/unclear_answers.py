"""Recognizes texts that seem to answer a question with yes or no, but don't do so clearly.

Examples are "yes that one", "not yet" and "play it". The opponents must not get them as chat.
"""

import re
from functools import cache

from commands.replies.answers.offer_answers import is_undecided
from commands.replies.answers.yes_no_patterns import NO, phrases_of, words_of
from commands.replies.vocabulary.answers import yes_no_words as tables
from commands.replies.vocabulary.sentence_words import plain_words

MAX_TEXT = 200
"""Maximum number of characters of an unclear answer."""
MAX_WORDS = 8
MAX_ORDER_WORDS = 5
"""Maximum number of words of an answer without yes or no: "play it"."""


def is_unclear_answer(text: str) -> bool:
    """Whether a text without a command may answer the question in the email replied to."""
    words = words_of(text) if len(text) <= MAX_TEXT else ""
    if not 0 < len(words.split()) <= MAX_WORDS:
        return False
    if _is_order(text):
        return True
    if "?" in text:
        return False
    return bool(is_undecided(text) or NO.match(words) or _yes().match(words))


def _is_order(text: str) -> bool:
    words = plain_words(text)
    sentence = f"{' '.join(words)} "
    return len(words) <= MAX_ORDER_WORDS and sentence.startswith(_orders())


@cache
def _yes() -> re.Pattern[str]:
    return re.compile(phrases_of(tables.YES))


@cache
def _orders() -> tuple[str, ...]:
    phrases = " ".join(tables.UNCLEAR.split()).split(", ")
    return tuple(f"{' '.join(plain_words(phrase))} " for phrase in phrases)
