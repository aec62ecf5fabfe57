"""Splits a reply that begins with a clear yes or no into this answer and the rest of its text."""

import re
from collections.abc import Collection
from functools import cache
from itertools import islice
from typing import NamedTuple

from commands.replies.answers.yes_no_patterns import NO, PLAIN_YES, YES, phrases_of, words_of
from commands.replies.answers.yes_or_no import MAX_NO_WORDS, MAX_WORDS, YesOrNo, yes_or_no
from commands.replies.doubtful_moves.harmless_phrases import said_words
from commands.replies.doubtful_moves.lines_below_moves import is_doubted_below
from commands.replies.doubtful_moves.words_after_moves import is_doubtful
from commands.replies.sentences.greetings import after_greeting
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.addressee_words import FRIENDLY
from commands.replies.vocabulary.answers import consent_words as tables
from commands.replies.vocabulary.answers.yes_no_words import BUT, FORWARDING
from commands.replies.vocabulary.sentence_words import IF_WORDS, NEGATIONS, plain_words
from mail.reading.characters import plain_signs

MAX_LENGTH = 1_000
"""Maximum number of characters of a text that is read as an answer with other words."""
MAX_CLAUSES = 30
MAX_ORDER_WORDS = 20
"""Maximum number of words of an order to leave the comment out."""
_CLAUSE = re.compile(r"[^,.;:!?\u2026\u2013\u2014\u3001\u3002\uff0c\n]+")
_END_OF_SENTENCE = re.compile(r"[.!?\u2026\u3002\n]")
QUESTION_MARKS = ("?", "\uff1f", "\u061f")


class LedAnswer(NamedTuple):
    answer: YesOrNo
    """YES or NO, or OTHER if the text begins with neither."""
    rest: str = ""
    """The text behind the answer, without its greeting."""
    is_new_sentence: bool = False
    """Whether the rest begins a sentence of its own."""


def led_answer(text: str) -> LedAnswer:
    """Returns the answer with which a text begins, and the rest of the text."""
    text = plain_signs(text[: MAX_LENGTH + 1]).strip()
    text = after_greeting(text) or text
    if len(text) > MAX_LENGTH:
        return LedAnswer(YesOrNo.OTHER)
    answer, end = YesOrNo.OTHER, 0
    for clause in islice(_CLAUSE.finditer(text), MAX_CLAUSES):
        is_question = text[clause.end() :].lstrip().startswith(QUESTION_MARKS)
        said = YesOrNo.OTHER if is_question else _said(clause[0])
        if answer is not YesOrNo.OTHER and said not in (answer, YesOrNo.EMPTY):
            break
        if said is YesOrNo.OTHER:
            return LedAnswer(YesOrNo.OTHER, text)
        answer, end = (said if said is not YesOrNo.EMPTY else answer), clause.end()
    behind = text[end:]
    start = next((at for at, letter in enumerate(behind) if letter.isalnum()), len(behind))
    is_new = bool(_END_OF_SENTENCE.search(behind[:start]))
    return LedAnswer(answer, behind[start:].strip(), is_new)


def is_friendly(rest: str, names: Collection[str] = ()) -> bool:
    """Whether a text behind a yes only adds friendly words, which change nothing.

    `names`: names, in lower case, of people whom the text may address.
    """
    if has_reserve(rest) or any(mark in rest for mark in QUESTION_MARKS):
        return False
    clauses = [clause[0] for clause in _CLAUSE.finditer(rest) if clause[0].strip(" -()")]
    return len(clauses) <= MAX_CLAUSES and all(_is_friendly(each, names) for each in clauses)


def has_reserve(text: str) -> bool:
    """Whether a text has a word such as "but", "if" or "not", which may change a yes before it."""
    words = {*plain_words(text), *said_words(text)}
    is_bound = not words.isdisjoint(NEGATIONS | IF_WORDS | plain_set(BUT))
    return is_bound or any(map(str.isdigit, text)) or is_doubted_below(text)


def leaves_out_text(rest: str) -> bool:
    """Whether the text behind a yes wants the command without its comment."""
    words = {*plain_words(rest), *said_words(rest)}
    if len(rest.split()) > MAX_ORDER_WORDS or plain_set(tables.OWN_TEXT).isdisjoint(words):
        return False
    is_unsent = not (NEGATIONS.isdisjoint(words) or plain_set(FORWARDING).isdisjoint(words))
    return is_unsent or not plain_set(tables.LEAVING_OUT).isdisjoint(words)


def _is_friendly(clause: str, names: Collection[str]) -> bool:
    words = {*plain_words(clause)} - {*names}
    friendly = plain_set(FRIENDLY) | plain_set(tables.FRIENDLY_NEXT_TO_YES)
    is_short = not words or not words.isdisjoint(friendly)
    return is_short and not is_doubtful(clause, names)


def _said(clause: str) -> YesOrNo:
    words = words_of(clause)
    if not words or len(words.split()) > MAX_WORDS:
        return YesOrNo.OTHER if words else YesOrNo.EMPTY
    if _consent().fullmatch(words):
        return YesOrNo.YES
    if PLAIN_YES.fullmatch(words):
        return YesOrNo.YES if YES.search(words) else YesOrNo.EMPTY
    is_no = NO.match(words) and len(words.split()) <= MAX_NO_WORDS
    return YesOrNo.NO if is_no and yes_or_no([clause]) is YesOrNo.NO else YesOrNo.OTHER


@cache
def _consent() -> re.Pattern[str]:
    return re.compile(rf"(?:{phrases_of(tables.CONSENT)} ?)+")
