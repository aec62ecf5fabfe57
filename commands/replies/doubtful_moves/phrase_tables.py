"""Finds phrases of tables in the words of a line."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

BREAK = ","
"""The word that represents the punctuation between two clauses."""

COMMON_WORDS = """
about this that with have from your you my the before after it its is was not one another other
to of in on for a an i i'll i'm we game
"""
"""Words that are too frequent to indicate a phrase."""


class Phrases:
    """A table of phrases, indexed by their first words."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self.all = frozenset(phrases)
        by_first: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for phrase in self.all:
            first, *rest = phrase.split()
            by_first[first].append(tuple(rest))
        self._by_first = {
            first: tuple(sorted(rest, key=len, reverse=True)) for first, rest in by_first.items()
        }
        self.first_words = frozenset(by_first)

    def end_at(self, words: Sequence[str], start: int) -> int:
        """Returns the end of the longest phrase that begins at index `start`, or 0."""
        after = start + 1
        for rest in self._by_first.get(words[start], ()):
            end = after + len(rest)
            if not rest or tuple(words[after:end]) == rest:
                return end
        return 0

    def are_in(self, words: Sequence[str]) -> bool:
        """Whether the words contain one of the phrases."""
        return self.may_be_in(words) and any(
            self.end_at(words, start) for start in self.starts(words)
        )

    def may_be_in(self, words: Iterable[str]) -> bool:
        """Whether one of the words is the first word of a phrase."""
        return not self.first_words.isdisjoint(words)

    def are_whole(self, words: Sequence[str]) -> bool:
        """Whether the words are exactly one of the phrases."""
        return bool(words) and self.end_at(words, 0) == len(words)

    def starts(self, words: Sequence[str]) -> list[int]:
        """Returns the indexes of words with which a phrase may begin."""
        return [start for start, word in enumerate(words) if word in self.first_words]


def end_of_chain(words: Sequence[str], start: int, chain: Sequence[Phrases], gap: int) -> int:
    """Returns the end of a chain that begins at index `start`, or 0 if there is none.

    A chain has one phrase of each table, in the order of the tables, without a BREAK between them.

    `gap`: maximum number of words between two phrases.
    """
    head, *tail = chain
    end = head.end_at(words, start)
    if not end or not tail:
        return end
    for after in range(end, min(end + gap + 1, len(words))):
        if chain_end := end_of_chain(words, after, tail, gap):
            return chain_end
        if words[after] == BREAK:
            return 0
    return 0


def has_chain(words: Sequence[str], chain: Sequence[Phrases], gap: int) -> bool:
    """Whether the words contain a chain, as in `end_of_chain`."""
    first = chain[0]
    return first.may_be_in(words) and any(
        end_of_chain(words, start, chain, gap) for start in first.starts(words)
    )


def key_words(phrases: Iterable[str]) -> frozenset[str]:
    """Returns the rarest word of each phrase. A line without any of these words has no phrase."""
    common = set(COMMON_WORDS.split())
    return frozenset(
        max(reversed(phrase.split()), key=lambda word: (word not in common, len(word)))
        for phrase in phrases
    )


def phrases_of(*tables: str) -> frozenset[str]:
    """Returns the phrases of tables, with and without accents, because many writers omit these."""
    phrases = {phrase.strip() for table in tables for phrase in re.split(r"[,\n]", table)} - {""}
    return frozenset(phrases | {without_accents(phrase) for phrase in phrases})


def without_accents(text: str) -> str:
    marked = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in marked if not unicodedata.combining(letter))
