"""Tables of phrases, and where they are in the words of a line."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

BREAK = ","
"""Stands for the signs between two clauses."""

COMMON_WORDS = """
about this that with have from your you my the before after it its is was not one another other
to of in on for a an i i'll i'm we game
"""
"""Words that are in most lines."""


class Phrases:
    """A table of phrases by their first words, in which a line is looked up word by word."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self.all = frozenset(phrases)
        by_first: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for phrase in self.all:
            first, *others = phrase.split()
            by_first[first].append(tuple(others))
        self._by_first = {
            first: tuple(sorted(others, key=len, reverse=True))
            for first, others in by_first.items()
        }

    @property
    def first_words(self) -> Iterable[str]:
        """The words with which a phrase begins."""
        return self._by_first.keys()

    def end_at(self, words: Sequence[str], start: int) -> int:
        """Returns the end of the longest phrase that begins at this word; 0 if none does."""
        after = start + 1
        for others in self._by_first.get(words[start], ()):
            end = after + len(others)
            if not others or tuple(words[after:end]) == others:
                return end
        return 0

    def are_in(self, words: Sequence[str]) -> bool:
        """Returns True if one of the phrases is among the words."""
        return self.may_be_in(words) and any(
            self.end_at(words, start) for start in self.starts(words)
        )

    def may_be_in(self, words: Iterable[str]) -> bool:
        """Returns False if no phrase begins with any of these words."""
        return not self._by_first.keys().isdisjoint(words)

    def are_whole(self, words: Sequence[str]) -> bool:
        """Returns True if one of the phrases is all of the words."""
        return bool(words) and self.end_at(words, 0) == len(words)

    def starts(self, words: Sequence[str]) -> list[int]:
        """Returns the places of words with which a phrase may begin."""
        first = self._by_first
        return [start for start, word in enumerate(words) if word in first]


def end_of_chain(words: Sequence[str], start: int, chain: Sequence[Phrases], gap: int) -> int:
    """Returns the end of phrases of these tables in their order from `start`; 0 if there are none.

    `gap`: the most words between two of them. No break is among these.
    """
    head, *tail = chain
    end = head.end_at(words, start)
    if not end or not tail:
        return end
    for after in range(end, min(end + gap + 1, len(words))):
        if found := end_of_chain(words, after, tail, gap):
            return found
        if words[after] == BREAK:
            return 0
    return 0


def has_chain(words: Sequence[str], chain: Sequence[Phrases], gap: int) -> bool:
    """Returns True if phrases of these tables follow one another among the words."""
    return all(table.may_be_in(words) for table in chain) and any(
        end_of_chain(words, start, chain, gap) for start in chain[0].starts(words)
    )


def key_words(phrases: Iterable[str]) -> frozenset[str]:
    """Returns the rarest word of each phrase: a line without any of them has no phrase."""
    common = set(COMMON_WORDS.split())
    return frozenset(
        max(reversed(phrase.split()), key=lambda word: (word not in common, len(word)))
        for phrase in phrases
    )


def phrases_of(*tables: str) -> frozenset[str]:
    """Returns the phrases of tables, also without accents, which many leave out."""
    phrases = {phrase.strip() for table in tables for phrase in re.split(r"[,\n]", table)} - {""}
    return frozenset(phrases | {without_accents(phrase) for phrase in phrases})


def without_accents(text: str) -> str:
    """Returns the text without accents."""
    marked = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in marked if not unicodedata.combining(letter))
