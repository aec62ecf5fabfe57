"""Finds the values that a request wants, and the values that it denies or complains about.

"Text instead of HTML" wants text. "Only text arrives here" is a complaint about text.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from commands.replies.sentences.stemmed_phrases import whole_phrases, word_set, words_of
from commands.replies.vocabulary.server import denials as tables

_CLAUSE = re.compile(r"[^.,!?;:()\n\u2013\u2014]+")
_INSTEAD_OF = "insteadof"
_MARK = "|"


class Values(NamedTuple):
    """The names of the values that a text has."""

    wanted: set[str]
    denied: set[str]
    """Values that the text only denies, or only complains about."""


def wanted_values(text: str, known: Mapping[str, str], covered: str = "") -> Values:
    """Returns the values whose words a text has.

    `known`: a table of words for each value, the most specific value first. Of two values that are
    wanted in the same clause, the first one is meant: "every day".
    `covered`: words of a more specific value that isn't in `known`.
    """
    wanted: set[str] = set()
    denied: set[str] = set()
    for clause in _CLAUSE.findall(text):
        words = _marked(words_of(clause))
        is_complaint = _complains(words)
        for part, is_denied in _parts(words):
            named = [name for name, table in known.items() if _has(part, table)]
            if is_denied or is_complaint:
                denied.update(named)
            elif not (covered and _has(part, covered)):
                wanted.update(named[:1])
    return Values(wanted, denied - wanted)


def _parts(words: Sequence[str]) -> list[tuple[Sequence[str], bool]]:
    """Returns the parts of a clause, and whether each is denied.

    A negation denies the words after it, up to a word such as "but". If there are none, as in "the
    digest I want no more", it denies the words before it.
    """
    parts: list[tuple[Sequence[str], bool]] = []
    for section in _sections(words):
        at = next((at for at, word in enumerate(section) if word in word_set(tables.DENYING)), None)
        if at is None:
            parts.append((section, False))
            continue
        behind = [word for word in section[at:] if word not in _fillers()]
        if behind and section[at] not in _AFTER_ITS_WORDS:
            parts += [(section[:at], False), (section[at:], True)]
        else:
            parts += [(section[:at], True), (section[at:], False)]
    return parts


_AFTER_ITS_WORDS = ("degil", "istemiyorum", "yerine", "yok", "olmasin")
"""Turkish negations, which follow the words that they deny."""


@cache
def _fillers() -> frozenset[str]:
    return word_set(tables.DENYING) | word_set("mehr more any longer plus mas piu meer wiecej mais")


def _sections(words: Sequence[str]) -> list[list[str]]:
    """Returns the words of a clause, split before words such as "but"."""
    sections: list[list[str]] = [[]]
    for word in words:
        if word in word_set(tables.CONTRASTS):
            sections.append([])
        sections[-1].append(word)
    return sections


def _complains(words: Sequence[str]) -> bool:
    """Whether a clause describes the emails that its writer gets: "I only get text"."""
    text = f" {' '.join(words)} "
    for phrase in whole_phrases(tables.I_GET):
        before = text.partition(phrase)[0].split() if phrase in text else ["if"]
        if not _has(before[-1:], tables.WISHES):
            return True
    return (
        _has(words, tables.COMING) and _has(words, tables.ONLY) and not _has(words, tables.WISHES)
    )


def _marked(words: Sequence[str]) -> list[str]:
    """Returns the words, with a single word for phrases such as "instead of"."""
    text = f" {' '.join(words)} "
    for phrase in whole_phrases(tables.INSTEAD_OF):
        text = text.replace(phrase, f" {_INSTEAD_OF} ")
    for phrase in whole_phrases(tables.NO_DENIALS):
        text = text.replace(phrase, f" {_MARK} ")
    return text.split()


def _has(words: Sequence[str], table: str) -> bool:
    return not word_set(table).isdisjoint(words)
