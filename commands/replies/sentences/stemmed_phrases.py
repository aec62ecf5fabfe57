"""Finds phrases of tables in a text. A phrase that ends in a star stands for any ending.

Commas separate the phrases of a table. Both are read without accents, and without the stroke of ł.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from commands.replies.vocabulary.sentence_words import plain_words

MAX_PHRASE = 5
"""Maximum number of words of a phrase in the tables."""
MIN_STEM = 3
_UNSPACED = re.compile("[\u3040-\u9fff]")
_COMMA = re.compile(r"\s*,\s*")
_WITHOUT_STROKE = str.maketrans("łŁ", "lL")


class Phrases:
    """Phrases in plain words. A phrase that ends in a star stands for any ending."""

    def __init__(self, texts: Sequence[tuple[str, str]]) -> None:
        """`texts`: phrases, separated by commas, each with the value that they stand for."""
        self._whole: dict[str, set[str]] = {}
        self._stems: dict[str, set[str]] = {}
        self._unspaced: dict[str, set[str]] = {}
        for value, text in texts:
            for phrase in filter(None, split_phrases(text)):
                plain = " ".join(words_of(phrase))
                kind = self._stems if phrase.endswith("*") else self._whole
                if _UNSPACED.search(phrase):
                    kind, plain = self._unspaced, plain.replace(" ", "")
                kind.setdefault(plain, set()).add(value)

    def at(self, words: Sequence[str], start: int) -> Iterator[tuple[int, set[str]]]:
        """Yields the phrases that begin at a word: their numbers of words, and their values."""
        word = words[start]
        for length in range(MIN_STEM, len(word) + 1):
            if word[:length] in self._stems:
                yield 1, self._stems[word[:length]]
        for count in range(1, MAX_PHRASE + 1):
            phrase = " ".join(words[start : start + count])
            if phrase in self._whole:
                yield count, self._whole[phrase]

    def are(self, words: Sequence[str]) -> bool:
        """Whether all the words together are one of the phrases."""
        is_phrase = any(count == len(words) for count, _ in self.at(words, 0))
        return is_phrase or "".join(words) in self._unspaced

    def values(self, words: Sequence[str]) -> set[str]:
        """Returns the values of all phrases among the words."""
        found = {
            value
            for start in range(len(words))
            for _, values in self.at(words, start)
            for value in values
        }
        text = "".join(words)
        if _UNSPACED.search(text):
            found |= {
                value for part, some in self._unspaced.items() if part in text for value in some
            }
        return found


def split_phrases(table: str) -> list[str]:
    """Returns the phrases of a table as they are written."""
    return _COMMA.split(table.strip())


def mentions(text: str, table: str) -> bool:
    """Whether the text has a phrase of the table."""
    return bool(stemmed_phrases(table).values(words_of(text)))


@cache
def stemmed_phrases(table: str) -> Phrases:
    """Returns the phrases of a table. They have only one value. Every table stays in the cache."""
    return Phrases([("found", table)])


def words_of(text: str) -> list[str]:
    """Returns the words of a text in lower case and without accents or strokes."""
    return plain_words(text.translate(_WITHOUT_STROKE))


@cache
def word_set(table: str) -> frozenset[str]:
    """Returns the plain words of a table of words. Every table stays in the cache."""
    return frozenset(words_of(table))


@cache
def whole_phrases(table: str) -> tuple[str, ...]:
    """Returns the phrases of a table without stars, with a space at either end."""
    return tuple(f" {' '.join(words_of(phrase))} " for phrase in table.split(","))
