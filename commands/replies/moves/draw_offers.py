"""Finds draw offers in the words next to a move: "e1-c5 and offer her a draw"."""

import re
from functools import cache

from commands.replies.sentences.accents import folded
from commands.replies.vocabulary.answers import draw_offer_words as tables
from commands.replies.vocabulary.named_boards.opponent_words import CONDITIONS
from commands.replies.vocabulary.sentence_words import IF_WORDS, NEGATIONS
from pbm.board.draws_and_undos import DRAW_WORDS

MAX_WORDS = 12
"""Maximum number of words of a draw offer."""
MAX_ASKING_WORDS = 4
"""Maximum number of words of a question that offers a draw without a verb: "a draw, Bob?"."""
MAX_TAG_WORDS = 5
"""Maximum number of words of a question behind an offer."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_PART = re.compile(r"\s*[,;.!?]+(?:\s+|$)")


def names_draw(text: str) -> bool:
    """Whether a text has a word for a draw or a draw offer."""
    return not _listed(tables.DRAW).isdisjoint(_words(text))


def without_draw_offer(text: str) -> str | None:
    """Returns the words without a draw offer, or None if they offer none.

    The words are those next to a move, or with the squares of the move.
    """
    if not names_draw(text):
        return None
    ends = [match.end() for match in _PART.finditer(text)]
    starts = [0, *ends]
    for start, end in zip(starts, [*ends, len(text)], strict=True):
        if _offers(text[start:end]):
            return f"{text[:start]}{_without_tag(text[end:])}".strip()
    return None


def _offers(part: str) -> bool:
    words = [word for word in _words(part) if not any(map(str.isdigit, word))]
    if not 0 < len(words) <= MAX_WORDS or not names_draw(part):
        return False
    never = _listed(f"{tables.NOT_OFFERING} {CONDITIONS}") | NEGATIONS | IF_WORDS
    if not never.isdisjoint(words) or any(word.endswith("n't") for word in words):
        return False
    is_command = words[-1] in DRAW_WORDS and len(words) <= 1 + any(map(str.isdigit, part))
    is_asked = part.rstrip().endswith("?") and len(words) <= MAX_ASKING_WORDS
    return is_command or is_asked or not _listed(tables.OFFERING).isdisjoint(words)


def _without_tag(text: str) -> str:
    """Returns the text behind an offer without a question about it: "what do you say?"."""
    first = _PART.search(text)
    is_tag = first and "?" in first[0] and len(text[: first.start()].split()) <= MAX_TAG_WORDS
    return text[first.end() :] if first and is_tag else text


def _words(text: str) -> list[str]:
    return _WORD.findall(folded(text).lower().replace("\u2019", "'"))


@cache
def _listed(table: str) -> frozenset[str]:
    return frozenset(table.split())
