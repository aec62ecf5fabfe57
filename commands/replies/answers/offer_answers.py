"""Reads the answer to a draw offer, or to a request to take a move back.

A plain yes accepts, and any clear no refuses. Text that may accept is asked about, because a draw
ends the game. So is text that may refuse without a word for no at its beginning. A question, or
text about what its writer would do, accepts nothing.
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
from commands.replies.vocabulary.answers import draw_offer_words, offer_phrases
from commands.replies.vocabulary.answers import yes_no_words as words
from commands.replies.vocabulary.sentence_words import IF_WORDS

MAX_TEXT = 400
"""Maximum number of characters that are read."""
MIN_CHAT_WORDS = 6
"""Minimum number of words of chat under an open offer."""
_VOCATIVE = re.compile(rf"(?<=.) {phrases_of(offer_phrases.VOCATIVES)}$")
_COUNTERFACTUAL = re.compile(offer_phrases.COUNTERFACTUAL, re.VERBOSE)
_DOUBLED_NO = re.compile(offer_phrases.DOUBLED_NO, re.VERBOSE)

_FACT = re.compile(offer_phrases.FACT, re.VERBOSE)
_TAKE_BACK = re.compile(
    r"\b(?:tak(?:e|es|ing)|took|nimm\w*|neem\w*) (?:\S+ ){0,4}(?:back|zurück|terug)\b"
)
"""A verb for taking a move back that has two parts."""


class OfferAnswer(Enum):
    ACCEPT = auto()
    REFUSE = auto()
    MAY_ACCEPT = auto()
    """The text may accept the offer. The writer is asked."""
    MAY_REFUSE = auto()
    """The text may refuse the offer. The writer is asked."""
    NONE = auto()


def offer_answer(
    blocks: Sequence[str], names: Collection[str] = (), *, is_undo: bool = False
) -> OfferAnswer:
    """Returns the answer in the writer's own text.

    `names`: names, in lower case, by which the text may address an opponent: "No thanks, Bob".
    `is_undo`: whether the offer is a request to take a move back, and no draw offer.
    """
    text = "\n".join(blocks)[:MAX_TEXT]
    answer = yes_or_no(blocks)
    if answer is YesOrNo.YES:
        is_plain = not (is_vague(text) or is_wordless(text) or "?" in text)
        return OfferAnswer.ACCEPT if is_plain else OfferAnswer.MAY_ACCEPT
    is_short = len(words_of(text).split()) <= MAX_NO_WORDS
    if (answer is YesOrNo.NO and is_short) or _refuses(text, names):
        return OfferAnswer.MAY_ACCEPT if _agrees_later(text) else OfferAnswer.REFUSE
    if "?" in text:
        return _answer_beside_questions(text, names, is_undo=is_undo)
    if _has_condition(text):
        return OfferAnswer.NONE
    phrases = [_without_courtesy(each, names) for each in _phrases(text)]
    return _answer_of_phrases(phrases, is_undo=is_undo)


def _answer_beside_questions(text: str, names: Collection[str], *, is_undo: bool) -> OfferAnswer:
    """Returns the answer of a text with questions. Its first sentence may accept the offer."""
    if _refuses_after_questions(text):
        return OfferAnswer.MAY_REFUSE
    first, *later = SENTENCE_END.split(text.strip(), maxsplit=1)
    if "?" in first or not later:
        return OfferAnswer.NONE
    answer = offer_answer([first], names, is_undo=is_undo)
    accepts = answer in (OfferAnswer.ACCEPT, OfferAnswer.MAY_ACCEPT)
    is_open = leaves_open(later[0]) or bool(BUT.match(words_of(later[0])))
    return OfferAnswer.MAY_ACCEPT if accepts and not is_open else OfferAnswer.NONE


def _answer_of_phrases(phrases: Sequence[str], *, is_undo: bool) -> OfferAnswer:
    """Returns the answer of a text without questions and conditions, from its phrases."""
    about_others = [each for each in phrases if _accepts_other(each, is_undo=is_undo)]
    if about_others and any(_refuses_offer(each, is_undo=is_undo) for each in phrases):
        return OfferAnswer.NONE
    phrases = [each for each in phrases if each not in about_others and not _FACT.search(each)]
    is_bound = _is_bound(phrases)
    accepting = [
        each
        for each in phrases
        if _may_accept(each, is_undo=is_undo)
        and not (_asks(each) or _supposes(each, is_bound=is_bound) or _is_elsewhere(each))
    ]
    if any(map(_is_open, phrases)):
        accepting = [each for each in accepting if not _is_open(each) and _accepts_clearly(each)]
    is_no = any(map(_is_last_no, phrases[1:])) or _begins_with_no(phrases)
    if not accepting:
        return OfferAnswer.MAY_REFUSE if is_no else OfferAnswer.NONE
    if all(map(_is_negated, accepting)):
        return OfferAnswer.MAY_REFUSE
    is_mixed = is_no or any(map(_refuses_behind_yes, phrases))
    return OfferAnswer.NONE if is_mixed else OfferAnswer.MAY_ACCEPT


def begins_with_yes(text: str) -> bool:
    """Whether the first phrase of a text begins with a yes: "yes ok, but not again"."""
    return any(map(_beginning_yes().match, _phrases(text[:MAX_TEXT])[:1]))


def mentions_answer(text: str) -> bool:
    """Whether a text may answer the offer in a way that isn't clear: "I'd be crazy to say no"."""
    return not _answering_words().isdisjoint(words_of(text[:MAX_TEXT]).split())


def asks_something(text: str) -> bool:
    """Whether a text has a question, even without a question mark."""
    return "?" in text or any(map(_asks, _phrases(text[:MAX_TEXT])))


def names_offer(text: str, *, is_undo: bool = False) -> bool:
    """Whether a text has a word for the offer, as in "Why a draw?" or "Take what back?"."""
    said = words_of(text[:MAX_TEXT])
    if is_undo and (
        phrase_finder(draw_offer_words.UNDO_NOUNS).search(said) or _TAKE_BACK.search(said)
    ):
        return True
    return bool(phrase_finder(draw_offer_words.NOUNS).search(said))


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


def is_chat(text: str) -> bool:
    """Whether a text under an open offer is chat that doesn't answer it: "Let me look tonight".

    Any word that may answer the offer, a condition, or a question that its writer hasn't put off
    makes it more than chat.
    """
    text = text[:MAX_TEXT]
    if len(words_of(text).split()) < MIN_CHAT_WORDS or _has_condition(text):
        return False
    phrases = _phrases(text)
    if any(map(_may_be_answer, phrases)) or any(map(_COUNTERFACTUAL.search, phrases)):
        return False
    supposes = phrase_finder(offer_phrases.HYPOTHETICAL).search
    if _is_bound(phrases) and any(map(supposes, phrases)):
        return False
    return is_undecided(text) or not asks_something(text)


def _may_be_answer(phrase: str) -> bool:
    """Whether a phrase begins or ends with a yes or no, or is about saying so."""
    begins = NO.match(phrase) or _agreement().match(phrase) or _beginning_yes().match(phrase)
    if begins or _accepts_clearly(phrase) or _refusal().fullmatch(phrase):
        return True
    said = phrase.split()
    is_said = phrase_finder(offer_phrases.SAYING).search(phrase)
    return not _yes_and_no().isdisjoint(said if is_said else said[-1:])


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
    phrase = _without_courier(phrase, names)
    thanks = _thanks().match(phrase)
    rest = phrase[thanks.end() :].strip() if thanks else phrase
    but = BUT.match(rest) if thanks else None
    rest = rest[but.end() :].strip() if but else rest
    words_left = _VOCATIVE.sub("", rest).split()
    is_called = bool(words_left) and words_left[-1] in names
    return " ".join(words_left[:-1] if is_called else words_left)


def _without_courier(phrase: str, names: Collection[str]) -> str:
    """Returns a phrase without the words for the server before an answer: "tell him no way"."""
    telling = _telling().match(phrase)
    if not telling:
        return phrase
    rest = phrase[telling.end() :].split()
    rest = rest[1:] if rest[:1] and rest[0] in names else rest
    told = _told().match(text := " ".join(rest))
    return text[told.end() :].strip() if told else text


def _may_accept(phrase: str, *, is_undo: bool) -> bool:
    """Whether a phrase has a word that accepts, or begins with a plain yes: "ok but only once"."""
    table = draw_offer_words.ACCEPTANCE + (offer_phrases.TAKING_BACK if is_undo else "")
    return bool(phrase_finder(table).search(phrase) or _agreement().match(phrase))


def _asks(phrase: str) -> bool:
    """Whether a phrase is a question, even without a question mark: "what if I say yes"."""
    return bool(_question().match(phrase))


def _supposes(phrase: str, *, is_bound: bool) -> bool:
    """Whether a phrase begins with a condition, or says what its writer would do under one."""
    if phrase.partition(" ")[0] in offer_phrases.IF.split():
        return True
    return is_bound and bool(phrase_finder(offer_phrases.HYPOTHETICAL).search(phrase))


def _is_elsewhere(phrase: str) -> bool:
    """Whether a phrase accepts something else, or is about somebody else who accepts.

    Examples are "that draw in the cup", "I accept your apology" and "nobody would accept that".
    """
    if phrase_finder(offer_phrases.SPORTS).search(phrase) and not _accepts_clearly(phrase):
        return True
    if phrase_finder(offer_phrases.MOCKING).search(phrase):
        return True
    rest = phrase_finder(draw_offer_words.NOUNS).sub("", phrase)
    accepted = phrase_finder(draw_offer_words.ACCEPTANCE).search(rest)
    before = rest[: accepted.start()].split() if accepted else []
    people = [word for word in before if word in _people()]
    return bool(people) and people[-1] in offer_phrases.OTHER_PEOPLE.split()


def _is_bound(phrases: Sequence[str]) -> bool:
    """Whether one of the phrases has a condition or a word such as "but"."""
    text = " ".join(phrases)
    return not (IF_WORDS | {*words.BUT.split()}).isdisjoint(text.split())


def _is_last_no(phrase: str) -> bool:
    """Whether a phrase behind others plainly refuses: "so no", "but I'd rather play on"."""
    but = BUT.match(phrase)
    rest = phrase[but.end() :].strip() if but else phrase
    return _is_plain_no(rest) or bool(_refusal().fullmatch(rest))


def _begins_with_no(phrases: Sequence[str]) -> bool:
    """Whether a short first phrase says no: "non d\u00e9sol\u00e9e, pi\u00e8ce touch\u00e9e"."""
    first = phrases[0] if len(phrases) > 1 else ""
    return bool(NO.match(first)) and len(first.split()) <= MAX_NO_WORDS


def _is_negated(phrase: str) -> bool:
    """Whether a negation turns an acceptance into a refusal: "I can't accept".

    Two negations accept ("I wouldn't mind a draw"), except in dialect and in French.
    """
    rest = phrase_finder(draw_offer_words.AGREEMENTS).sub("", phrase)
    if doubled := _DOUBLED_NO.search(rest):
        before, behind = rest[: doubled.start()], rest[doubled.end() :]
        return not _negation().search(f"{_without_no(before)} {behind}")
    return len(_negation().findall(rest)) == 1


def _without_no(text: str) -> str:
    """Returns a text without the no at its beginning, and without French "ne"."""
    no = NO.match(text)
    rest = text[no.end() :] if no else text
    return " ".join(word for word in rest.split() if word not in ("ne", "n'en"))


def _refuses_behind_yes(phrase: str) -> bool:
    """Whether a phrase takes back the yes at its beginning: "ok but not now"."""
    yes = _agreement().match(phrase)
    return yes is not None and bool(_negation().search(phrase, yes.end()))


def _accepts_other(phrase: str, *, is_undo: bool) -> bool:
    """Whether a phrase says yes to something else than the offer: "yes to a rematch"."""
    found = _yes_to().match(phrase)
    rest = phrase[found.end() :].strip() if found else ""
    is_itself = bool(_itself().match(rest)) or names_offer(rest, is_undo=is_undo)
    return bool(rest) and not is_itself


def _refuses_offer(phrase: str, *, is_undo: bool) -> bool:
    """Whether a phrase says no to the offer: "no to the draw"."""
    found = NO.match(phrase)
    return found is not None and names_offer(phrase[found.end() :], is_undo=is_undo)


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
    answers = words.YES, words.NO, draw_offer_words.ACCEPTANCE
    tables = *answers, draw_offer_words.NOUNS, draw_offer_words.CONSIDERED
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
def _people() -> frozenset[str]:
    return frozenset(f"{offer_phrases.OTHER_PEOPLE} {offer_phrases.MYSELF}".split())


@cache
def _agreement() -> re.Pattern[str]:
    """Returns the pattern of a yes that is a whole phrase, or is followed by "but"."""
    around = phrases_of(f"{words.BEFORE_NO} {words.FILLERS}")
    yes = phrases_of(words.YES + draw_offer_words.AGREEMENTS)
    return re.compile(
        rf"(?:{around} ){{0,3}}(?:{yes} ?){{1,3}}(?:{around} ?){{0,3}}(?:$|{phrases_of(words.BUT)})"
    )


@cache
def _yes_to() -> re.Pattern[str]:
    """Returns the pattern of a yes with the beginning of what it answers: "yes to"."""
    around = phrases_of(f"{words.BEFORE_NO} {words.FILLERS}")
    yes = phrases_of(words.YES + draw_offer_words.AGREEMENTS)
    return re.compile(rf"(?:{around} ){{0,2}}{yes} {phrases_of(offer_phrases.TO_NOUN)}")


@cache
def _yes_and_no() -> frozenset[str]:
    return frozenset(f"{words.YES} {words.NO}".split())


@cache
def _beginning_yes() -> re.Pattern[str]:
    return re.compile(rf"(?:{phrases_of(words.BEFORE_NO)} ){{0,2}}{phrases_of(words.YES)}")


@cache
def _itself() -> re.Pattern[str]:
    return re.compile(phrases_of(offer_phrases.ITSELF))


@cache
def _question() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{phrases_of(words.BEFORE_NO)} ){{0,2}}{phrases_of(offer_phrases.QUESTIONS)}"
    )


@cache
def _telling() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{phrases_of(words.BEFORE_NO)} ){{0,2}}{phrases_of(offer_phrases.TELLING)}"
    )


@cache
def _told() -> re.Pattern[str]:
    return re.compile(rf"(?:{phrases_of(offer_phrases.TOLD)} ?){{1,2}}")


@cache
def _thanks() -> re.Pattern[str]:
    return phrase_finder(offer_phrases.THANKS_FOR_THE_OFFER)


@cache
def _negation() -> re.Pattern[str]:
    return phrase_finder(f"{words.NO} {draw_offer_words.NEGATIONS}")
