"""Finds the words that connect the parts of a line about several boards: "and on board 102"."""

import re

from commands.replies.moves.board_numbers import MAX_WORDS_BEFORE, known_words

AND = "and und et y e en i ve och og dann then also please pls plz bitte"
BUT = "but aber mais pero ma maar ale mas но"
SIGNS = " .,;:/#()[]\t"
_SIGNS_BEFORE = " \t#.:(/,;"
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_LEADING_AND = re.compile(
    rf"^(?:(?:{'|'.join((*AND.split(), *BUT.split()))})(?![\w'])[\s,]*)+", re.IGNORECASE
)
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
CLAUSE_START = re.compile(rf"\s(?:{'|'.join(AND.split())})\s|[,;]", re.IGNORECASE)
CLAUSE_END = re.compile(rf"\s*[,;]|\s(?:{'|'.join(BUT.split())})\s", re.IGNORECASE)


def without_leading_and(text: str) -> str:
    """Returns a text without punctuation at its ends and without words such as "and" before it."""
    return _LEADING_AND.sub("", f"{text.strip(SIGNS)} ").strip(SIGNS)


def without_words_before(text: str) -> str:
    """Returns a text without the words at its end that lead to a number: "and on board no."."""
    for _ in range(MAX_WORDS_BEFORE):
        text = text.rstrip(_SIGNS_BEFORE)
        word = _LAST_WORD.search(text)
        if not word or not _leads(word[0].lower()):
            break
        text = text[: word.start()]
    return text


def _leads(word: str) -> bool:
    return word in known_words() or word in _AND_WORDS


_AND_WORDS = frozenset(AND.split())
