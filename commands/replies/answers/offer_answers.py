"""Reads the answer to a draw offer.

A plain yes accepts, and any clear no refuses. Text that may accept is asked about, because a draw
ends the game.
"""

import re
from collections.abc import Sequence
from enum import Enum, auto
from functools import cache

from commands.replies.answers.yes_no_patterns import (
    BUT,
    NO,
    PLAIN_YES,
    YES,
    phrase_finder,
    phrases_of,
    words_of,
)
from commands.replies.answers.yes_or_no import BETWEEN_PHRASES, MAX_NO_WORDS, YesOrNo, yes_or_no
from commands.replies.vocabulary import offer_words
from commands.replies.vocabulary import yes_no_words as words

MAX_TEXT = 400
"""Maximum number of characters that are read."""


class OfferAnswer(Enum):
    ACCEPT = auto()
    REFUSE = auto()
    MAY_ACCEPT = auto()
    """The text may accept the offer. The writer is asked."""
    NONE = auto()


def offer_answer(blocks: Sequence[str]) -> OfferAnswer:
    """Returns the answer in the writer's own text."""
    text = "\n".join(blocks)[:MAX_TEXT]
    answer = yes_or_no(blocks)
    if answer is YesOrNo.YES:
        return OfferAnswer.MAY_ACCEPT if is_vague(text) else OfferAnswer.ACCEPT
    is_short = len(words_of(text).split()) <= MAX_NO_WORDS
    if (answer is YesOrNo.NO and is_short) or _refuses(text):
        return OfferAnswer.REFUSE
    is_about_it = not _acceptance().isdisjoint(words_of(text).split())
    return OfferAnswer.MAY_ACCEPT if is_about_it and "?" not in text else OfferAnswer.NONE


def mentions_answer(text: str) -> bool:
    """Whether a text may answer the offer in a way that isn't clear: "I'd be crazy to say no"."""
    return not _answering_words().isdisjoint(words_of(text[:MAX_TEXT]).split())


def is_vague(text: str) -> bool:
    """Whether a plain yes may only mean that its writer has read the email: "OK, thank you!"."""
    return not YES.search(phrase_finder(offer_words.VAGUE_YES).sub(" ", words_of(text)))


def _refuses(text: str) -> bool:
    """Whether the first phrase about the offer refuses it, and no other phrase takes that back."""
    about_draws = phrase_finder(offer_words.ABOUT_DRAWS)
    phrases = list(filter(None, map(words_of, BETWEEN_PHRASES.split(text.replace("\n", ".")))))
    while len(phrases) > 1 and not about_draws.sub("", phrases[0]).strip():
        del phrases[0]  # "draw? no thanks"
    if not phrases or any(PLAIN_YES.fullmatch(each) and YES.search(each) for each in phrases):
        return False
    first = " ".join(about_draws.sub(" ", phrases[0]).split())
    is_refusal = _refusal().fullmatch(first) or _is_plain_no(first)
    return bool(is_refusal) and not any(map(BUT.match, phrases[1:]))


def _is_plain_no(phrase: str) -> bool:
    """Whether the phrase only says no, with thanks or the like."""
    no = NO.match(phrase)
    rest = f"{phrase[no.end() :].strip()} " if no else ""
    return bool(no) and not phrase_finder(words.FILLERS + words.NO).sub("", rest).strip()


@cache
def _answering_words() -> frozenset[str]:
    """Returns the single words that say yes or no, or are about an offer."""
    tables = words.YES, words.NO, offer_words.ACCEPTANCE, offer_words.NOUNS
    return frozenset(word for table in tables for word in table.split())


@cache
def _refusal() -> re.Pattern[str]:
    return re.compile(rf"(?:{phrases_of(offer_words.REFUSALS)} ?)+")


@cache
def _acceptance() -> frozenset[str]:
    return frozenset(words_of(offer_words.ACCEPTANCE).split())
