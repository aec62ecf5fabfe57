"""Recognizes texts for only some of several opponents: "only to Carol, not to Ben: ..."."""

from collections.abc import Collection, Sequence

from commands.replies.sentences.addressees import addresses
from commands.replies.sentences.word_tables import has_phrase, phrase_spans, plain_set
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server import private_texts as tables

MAX_LENGTH = 600
"""Maximum number of characters of a text that are read."""
NEAR = 2
"""Maximum number of words from a name to the word "only"."""


def private_reader(text: str, names: Collection[str]) -> str:
    """Returns the only one of several opponents for whom a text is, or "" if it is for all.

    `names`: the userids of the opponents, in lower case.
    """
    if len(names) < NEAR:
        return ""
    words = plain_words(text[:MAX_LENGTH])
    excluded = {name for name in names if _is_excluded(words, name)}
    readers = {name for name in names if _is_for(words, name)}
    if not readers and has_phrase(words, tables.CONFIDENTIAL):
        named = {name for name in names if name in words}
        readers = {name for name in named if addresses(text, {name})} or named
    readers = readers - excluded or ({*names} - excluded if excluded else set())
    return min(readers - excluded, default="")


def _is_for(words: Sequence[str], name: str) -> bool:
    """Whether a place in the text is like "only to Carol" or "for Carol only"."""
    only, to = plain_set(tables.ONLY), plain_set(tables.TO)
    for at, word in enumerate(words):
        if word != name:
            continue
        before, behind = words[max(at - NEAR, 0) : at], words[at + 1 : at + 2]
        is_addressed = not to.isdisjoint(before[-1:])
        if is_addressed and not only.isdisjoint((*before, *behind)):
            return True
    return False


def _is_excluded(words: Sequence[str], name: str) -> bool:
    """Whether a place in the text is like "not to Ben" or "don't tell Ben"."""
    if any(words[end : end + 1] == [name] for _, end in phrase_spans(words, tables.HIDING)):
        return True
    places = [at for at, word in enumerate(words) if word == name and at >= NEAR]
    return any(
        words[at - 1] in plain_set(tables.TO) and words[at - NEAR] in plain_set(tables.NOT)
        for at in places
    )
