"""Reads the answer to a draw offer.

A plain yes accepts, and any clear no refuses. Text that may accept is asked about, because a draw
ends the game. So is text that may refuse without a word for no at its beginning.
"""

import re
from collections.abc import Collection, Sequence
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
from commands.replies.vocabulary import draw_offer_words, offer_phrases
from commands.replies.vocabulary import yes_no_words as words

MAX_TEXT = 400
"""Maximum number of characters that are read."""
_VOCATIVE = re.compile(rf"(?<=.) {phrases_of(offer_phrases.VOCATIVES)}$")
_COUNTERFACTUAL = re.compile(offer_phrases.COUNTERFACTUAL, re.VERBOSE)


class OfferAnswer(Enum):
    ACCEPT = auto()
    REFUSE = auto()
    MAY_ACCEPT = auto()
    """The text may accept the offer. The writer is asked."""
    MAY_REFUSE = auto()
    """The text may refuse the offer. The writer is asked."""
    NONE = auto()


def offer_answer(blocks: Sequence[str], names: Collection[str] = ()) -> OfferAnswer:
    """Returns the answer in the writer's own text.

    `names`: names, in lower case, by which the text may address an opponent: "No thanks, Bob".
    """
    text = "\n".join(blocks)[:MAX_TEXT]
    answer = yes_or_no(blocks)
    if answer is YesOrNo.YES:
        is_plain = not (is_vague(text) or is_wordless(text))
        return OfferAnswer.ACCEPT if is_plain else OfferAnswer.MAY_ACCEPT
    is_short = len(words_of(text).split()) <= MAX_NO_WORDS
    if (answer is YesOrNo.NO and is_short) or _refuses(text, names):
        return OfferAnswer.MAY_ACCEPT if _agrees_later(text) else OfferAnswer.REFUSE
    if "?" in text:
        return OfferAnswer.MAY_REFUSE if _refuses_after_questions(text) else OfferAnswer.NONE
    if _has_condition(text):
        return OfferAnswer.NONE
    accepting = list(filter(phrase_finder(draw_offer_words.ACCEPTANCE).search, _phrases(text)))
    if any(map(_is_open, _phrases(text))):
        accepting = [each for each in accepting if not _is_open(each) and _accepts_clearly(each)]
    if not accepting:
        return OfferAnswer.NONE
    is_negated = all(len(_negation().findall(each)) == 1 for each in accepting)
    return OfferAnswer.MAY_REFUSE if is_negated else OfferAnswer.MAY_ACCEPT


def mentions_answer(text: str) -> bool:
    """Whether a text may answer the offer in a way that isn't clear: "I'd be crazy to say no"."""
    return not _answering_words().isdisjoint(words_of(text[:MAX_TEXT]).split())


def names_offer(text: str) -> bool:
    """Whether a text has a word for an offer or a draw, as in "Why a draw?"."""
    return bool(phrase_finder(draw_offer_words.NOUNS).search(words_of(text[:MAX_TEXT])))


def leaves_open(text: str) -> bool:
    """Whether a part of the text is undecided, or about what might have been.

    Examples are "let me think about the draw" and "yesterday I would have accepted".
    """
    text = text[:MAX_TEXT]
    return _has_condition(text) or any(map(_is_undecided, _phrases(text)))


def is_undecided(text: str) -> bool:
    """Whether a part of the text says that its writer hasn't decided: "let me think"."""
    undecided = phrase_finder(offer_phrases.UNDECIDED)
    return any(map(undecided.search, _phrases(text[:MAX_TEXT])))


def is_wordless(text: str) -> bool:
    """Whether the text only has emoji or other signs."""
    return bool(text.strip()) and not any(map(str.isalnum, text))


def is_about_draws(text: str) -> bool:
    """Whether the text says nothing except what it is about: "the draw?"."""
    return not phrase_finder(draw_offer_words.ABOUT_DRAWS).sub("", words_of(text)).strip()


def is_vague(text: str) -> bool:
    """Whether a plain yes may only mean that its writer has read the email: "OK, thank you!"."""
    return not YES.search(phrase_finder(draw_offer_words.VAGUE_YES).sub(" ", words_of(text)))


def _refuses(text: str, names: Collection[str] = ()) -> bool:
    """Whether the first phrase about the offer refuses it, and no other phrase takes that back."""
    phrases = [_without_courtesy(each, names) for each in _phrases(text)]
    while len(phrases) > 1 and is_about_draws(phrases[0]):
        del phrases[0]  # "draw? no thanks"
        but = BUT.match(phrases[0])
        phrases[0] = phrases[0][but.end() :].strip() if but else phrases[0]
    if not phrases or any(PLAIN_YES.fullmatch(each) and YES.search(each) for each in phrases):
        return False
    first = " ".join(phrase_finder(draw_offer_words.ABOUT_DRAWS).sub(" ", phrases[0]).split())
    is_refusal = any(map(_refusal().fullmatch, (first, phrases[0]))) or _is_plain_no(first)
    return bool(is_refusal) and not any(map(BUT.match, phrases[1:]))


def _without_courtesy(phrase: str, names: Collection[str]) -> str:
    """Returns a phrase without thanks for the offer, and without the opponent's name at its end."""
    thanks = _thanks().match(phrase)
    rest = phrase[thanks.end() :].strip() if thanks else phrase
    but = BUT.match(rest) if thanks else None
    rest = rest[but.end() :].strip() if but else rest
    words_left = _VOCATIVE.sub("", rest).split()
    is_called = bool(words_left) and words_left[-1] in names
    return " ".join(words_left[:-1] if is_called else words_left)


def _accepts_clearly(phrase: str) -> bool:
    """Whether the phrase has a word that accepts, and not only one for a draw."""
    rest = phrase_finder(draw_offer_words.NOUNS).sub("", phrase)
    return bool(phrase_finder(draw_offer_words.ACCEPTANCE).search(rest))


def _has_condition(text: str) -> bool:
    """Whether the text depends on a condition: "yes, but only if you give me a rematch"."""
    return any(map(phrase_finder(offer_phrases.CONDITIONS).search, _phrases(text)))


def _is_undecided(phrase: str) -> bool:
    is_undecided = phrase_finder(offer_phrases.UNDECIDED).search(phrase)
    return bool(is_undecided or _COUNTERFACTUAL.search(phrase))


def _is_open(phrase: str) -> bool:
    return bool(phrase_finder(offer_phrases.MAYBE).search(phrase)) or _is_undecided(phrase)


def _refuses_after_questions(text: str) -> bool:
    """Whether the text only refuses, apart from questions: "Yes?? Two moves behind? No way"."""
    sentences = SENTENCE_END.split(text)
    statements = [each for each in sentences if not each.endswith("?")]
    return 0 < len(statements) < len(sentences) and _refuses(" ".join(statements))


def _agrees_later(text: str) -> bool:
    """Whether the text agrees, although it begins with a no: "Nah, a draw is fine"."""
    about_draws, agreeing = map(
        phrase_finder, (draw_offer_words.ABOUT_DRAWS, draw_offer_words.AGREEING)
    )
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
    tables = words.YES, words.NO, draw_offer_words.ACCEPTANCE, draw_offer_words.NOUNS
    return frozenset(word for table in tables for word in table.split())


@cache
def _refusal() -> re.Pattern[str]:
    table = offer_phrases
    rather, playing_on, for_now = map(
        phrases_of, (table.RATHER + table.FOR_NOW, table.CONTINUING, table.FOR_NOW)
    )
    playing_on = rf"(?:{rather} )*{playing_on}(?: {for_now})*"
    return re.compile(rf"(?:(?:{phrases_of(draw_offer_words.REFUSALS)}|{playing_on}) ?)+")


@cache
def _thanks() -> re.Pattern[str]:
    return phrase_finder(offer_phrases.THANKS_FOR_THE_OFFER)


@cache
def _negation() -> re.Pattern[str]:
    return phrase_finder(f"{words.NO} {draw_offer_words.NEGATIONS}")
