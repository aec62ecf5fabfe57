"""Recognizes texts that name their writer's new email address."""

import re
from collections.abc import Sequence
from functools import cache

from commands.replies.sentences.word_tables import has_word
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import sentences as tables

ADDRESS = re.compile(r"[^\s<>@,;:\"()]+@[^\s<>@,;:\"()]+\.[a-z]{2,}", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?;\n\u3002]+")
_PLACE = "newaddress"
_OWNER = re.compile(r"\b(?!it|that|there|what|let|here)\w+ s ")
"""A name with an apostrophe and "s"."""


def names_new_address(text: str) -> bool:
    """Whether a sentence names the writer's new address: "write to a@b.example from now on"."""
    if "@" not in text:
        return False
    sentences = _SENTENCE.findall(ADDRESS.sub(f" {_PLACE} ", text))
    return any(_is_new(words) for each in sentences if _PLACE in (words := plain_words(each)))


def _is_new(words: Sequence[str]) -> bool:
    before = words[: words.index(_PLACE)]
    is_own = has_word(before, tables.OWN)
    has_owner = _OWNER.search(" ".join(before))
    is_others = has_owner or has_word(words, f"{tables.OF_OTHERS} {tables.HAS}")
    if is_others and not is_own:
        return False
    is_new = has_word(words, tables.NEW_ADDRESS) or _has_phrase(words)
    return is_new and (is_own or has_word(words, tables.WRITING_TO) or not before)


def _has_phrase(words: Sequence[str]) -> bool:
    text = f" {' '.join(words)}"
    return any(phrase in text for phrase in _phrases())


@cache
def _phrases() -> tuple[str, ...]:
    phrases = tables.NEW_ADDRESS_PHRASES.split(",")
    return tuple(f" {' '.join(plain_words(phrase))}" for phrase in phrases)
