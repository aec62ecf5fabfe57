"""Reads the answer to a draw offer.

A plain yes accepts, and any clear no refuses. Text that may accept is asked about, because a draw
ends the game. So is text that may refuse without a word for no at its beginning.
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
from commands.replies.answers.yes_or_no import (
    BETWEEN_PHRASES,
    MAX_NO_WORDS,
    SENTENCE_END,
    YesOrNo,
    yes_or_no,
)
from commands.replies.vocabulary import offer_words
from commands.replies.vocabulary import yes_no_words as words

MAX_TEXT = 400
"""Maximum number of characters that are read."""


class OfferAnswer(Enum):
    ACCEPT = auto()
    REFUSE = auto()
    MAY_ACCEPT = auto()
    """The text may accept the offer. The writer is asked."""
    MAY_REFUSE = auto()
    """The text may refuse the offer. The writer is asked."""
    NONE = auto()


def offer_answer(blocks: Sequence[str]) -> OfferAnswer:
    """Returns the answer in the writer's own text."""
    text = "\n".join(blocks)[:MAX_TEXT]
    answer = yes_or_no(blocks)
    if answer is YesOrNo.YES:
        return OfferAnswer.MAY_ACCEPT if is_vague(text) else OfferAnswer.ACCEPT
    is_short = len(words_of(text).split()) <= MAX_NO_WORDS
    if (answer is YesOrNo.NO and is_short) or _refuses(text):
        return OfferAnswer.MAY_ACCEPT if _agrees_later(text) else OfferAnswer.REFUSE
    if "?" in text:
        return OfferAnswer.MAY_REFUSE if _refuses_after_questions(text) else OfferAnswer.NONE
    accepting = list(filter(phrase_finder(offer_words.ACCEPTANCE).search, _phrases(text)))
    if not accepting:
        return OfferAnswer.NONE
    is_negated = all(len(_negation().findall(each)) == 1 for each in accepting)
    return OfferAnswer.MAY_REFUSE if is_negated else OfferAnswer.MAY_ACCEPT


def mentions_answer(text: str) -> bool:
    """Whether a text may answer the offer in a way that isn't clear: "I'd be crazy to say no"."""
    return not _answering_words().isdisjoint(words_of(text[:MAX_TEXT]).split())


def is_vague(text: str) -> bool:
    """Whether a plain yes may only mean that its writer has read the email: "OK, thank you!"."""
    return not YES.search(phrase_finder(offer_words.VAGUE_YES).sub(" ", words_of(text)))


def _refuses(text: str) -> bool:
    """Whether the first phrase about the offer refuses it, and no other phrase takes that back."""
    about_draws = phrase_finder(offer_words.ABOUT_DRAWS)
    phrases = _phrases(text)
    while len(phrases) > 1 and not about_draws.sub("", phrases[0]).strip():
        del phrases[0]  # "draw? no thanks"
    if not phrases or any(PLAIN_YES.fullmatch(each) and YES.search(each) for each in phrases):
        return False
    first = " ".join(about_draws.sub(" ", phrases[0]).split())
    is_refusal = _refusal().fullmatch(first) or _is_plain_no(first)
    return bool(is_refusal) and not any(map(BUT.match, phrases[1:]))


def _refuses_after_questions(text: str) -> bool:
    """Whether the text only refuses, apart from questions: "Yes?? Two moves behind? No way"."""
    sentences = SENTENCE_END.split(text)
    statements = [each for each in sentences if not each.endswith("?")]
    return 0 < len(statements) < len(sentences) and _refuses(" ".join(statements))


def _agrees_later(text: str) -> bool:
    """Whether the text agrees, although it begins with a no: "Nah, a draw is fine"."""
    about_draws, agreeing = map(phrase_finder, (offer_words.ABOUT_DRAWS, offer_words.AGREEING))
    return any(
        bool(agreeing.search(each)) or not about_draws.sub("", each).strip()
        for each in _phrases(text)[1:]
        if not _negation().search(each)
    )


def _phrases(text: str) -> list[str]:
    return list(filter(None, map(words_of, BETWEEN_PHRASES.split(text.replace("\n", ".")))))


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
def _negation() -> re.Pattern[str]:
    return phrase_finder(f"{words.NO} {offer_words.NEGATIONS}")
