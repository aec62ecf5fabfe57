"""Finds the words and phrases of tables in a sentence, in lower case and without accents.

Spaces separate the words of a table, and commas its phrases.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from commands.replies.vocabulary.sentence_words import plain_words


def has_word(words: Sequence[str], table: str) -> bool:
    """Whether a word of the table is among the words."""
    return not plain_set(table).isdisjoint(words)


def has_phrase(words: Sequence[str], table: str) -> bool:
    """Whether a phrase of the table is among the words."""
    text = f" {' '.join(words)} "
    return any(phrase in text for phrase in plain_phrases(table))


def has_entry(words: Sequence[str], table: str) -> bool:
    """Whether a word of the table or, if it has commas, a phrase of it is among the words."""
    return has_phrase(words, table) if "," in table else has_word(words, table)


def phrase_spans(words: Sequence[str], table: str) -> Iterator[tuple[int, int]]:
    """Yields the indexes of the first word of each phrase of the table, and of the word behind."""
    text = f" {' '.join(words)} "
    for phrase in plain_phrases(table):
        if (at := text.find(phrase)) >= 0:
            start = len(text[:at].split())
            yield start, start + len(phrase.split())


@cache
def plain_set(table: str) -> frozenset[str]:
    """Returns the words of a table. Every table stays in the cache."""
    return frozenset(plain_words(table))


@cache
def plain_phrases(table: str) -> tuple[str, ...]:
    """Returns the phrases of a table, with a space at either end."""
    return tuple(f" {' '.join(plain_words(phrase))} " for phrase in table.split(","))
