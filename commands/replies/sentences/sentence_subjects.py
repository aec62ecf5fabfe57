"""Decides whether a clause such as "Bob is on vacation" is about its writer or somebody else."""

import re
from collections.abc import Collection, Sequence
from functools import cache

from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.server import nouns, people
from mail.reading.characters import plain_signs

CLAUSE_END = re.compile(r"[.!?;,:()\n\u2013\u2014]|\s-+\s")
MAX_BETWEEN = 2
"""Maximum number of words from a preposition to a person: "with my two kids"."""
_WORD = re.compile(r"\w+")


def clause_words(text: str) -> list[list[str]]:
    """Returns the words of each clause in lower case, with their accents."""
    clauses = CLAUSE_END.split(plain_signs(text).casefold())
    return [words for clause in clauses if (words := _WORD.findall(clause))]


def is_about_other(words: Sequence[str], end: int, names: Collection[str] = ()) -> bool:
    """Whether the last person before the index `end` is somebody else than the writer.

    If the words name nobody, they are about the writer. `names`: userids in lower case.
    """
    is_other = is_own = False
    for at, word in enumerate(words[:end]):
        if word in _set(people.FIRST_PERSON):
            is_own, is_other = True, False
        elif word in names or word in _set(people.OTHERS):
            before = words[max(at - MAX_BETWEEN, 0) : at]
            is_mentioned = is_own and not _set(people.COMPANIONS).isdisjoint(before)
            is_other = is_other or not is_mentioned
        elif word in _set(people.VERBS) and not (is_own and word in _set(people.ARTICLES)):
            is_other = is_other or at == 0 or words[at - 1] not in _set(people.FIRST_PERSON)
    return is_other or (not is_own and end > 1 and _names_owner(words[end - 2 : end]))


def is_for_others(words: Sequence[str]) -> bool:
    """Whether plain words have one for the reader, so that the opponents may be meant."""
    said = {*words} & plain_set(nouns.OTHERS)
    if "je" in said and not plain_set(nouns.FRENCH_VERBS).isdisjoint(words):
        said.remove("je")
    return bool(said)


def is_unreal(words: Sequence[str]) -> bool:
    """Whether a clause is a wish or a memory."""
    return not _set(people.UNREAL).isdisjoint(words)


def _names_owner(before: Sequence[str]) -> bool:
    """Whether the words are like "Carol's" in "Carol's vacation", or "Боб в" in "Боб в отпуске"."""
    name, last = before
    if last == "s":
        return name not in _ARE_IS
    return last == "в" and name not in _set(people.RUSSIAN_ADVERBS)


_ARE_IS = ("it", "that", "there", "what", "let", "today")


@cache
def _set(table: str) -> frozenset[str]:
    return frozenset(table.split())
