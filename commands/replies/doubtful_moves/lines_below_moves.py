"""Decides whether a line below a move takes it back, leaves it open, or asks if it is good.

A longer line is an independent comment unless its words are about the move.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice

from commands.replies.command_lines import END_WORDS
from commands.replies.doubtful_moves.harmless_phrases import (
    begins_harmlessly,
    said_words,
    without_harmless,
)
from commands.replies.doubtful_moves.phrase_tables import (
    BREAK,
    Phrases,
    end_of_chain,
    has_chain,
    key_words,
    phrases_of,
)
from commands.replies.doubtful_moves.words_after_moves import (
    conditions,
    has_no_sign,
    is_not_decided,
    is_to_be_considered,
    is_undecided,
    names_owned_board,
    takes_back,
)
from commands.replies.vocabulary.doubtful_moves import doubt_words, hedge_words, later_line_words
from commands.replies.vocabulary.sentence_words import DOUBTS, NEGATIONS

_SIGNS = str.maketrans(dict.fromkeys('.,;:!?()[]{}"*_/', " "))
"""Punctuation that may be between the words of a line."""
_SENTENCE_END = re.compile(r"[.!?]+(?:\s+|$)")
MAX_SHORT_WORDS = 3
"""Maximum number of words of a line that is read like the words directly behind the move."""
MAX_LINES_BELOW = 20
"""Maximum number of lines below the move that are read."""
MAX_CACHED_LINES = 1024
"""Number of lines whose results are cached. Most emails of a player end with the same greeting and
signature.
"""
MAX_CACHED_LENGTH = 100
"""Maximum number of characters of a cached line."""
MAX_SUBJECT_WORDS = 3
"""Number of words at the beginning of a line that are searched for a subject such as "I".
"""


def is_doubted_below(text: str) -> bool:
    """Whether a line below a move leaves it unclear that the move is meant, such as "lol no"."""
    lines = islice(filter(_says_something, text.split("\n")), MAX_LINES_BELOW)
    return any(_doubts_above(line, is_next=not number) for number, line in enumerate(lines))


def _doubts_above(line: str, *, is_next: bool) -> bool:
    """Whether a line takes back or doubts the move above.

    `is_next`: whether it is directly below.
    """
    read = _read_below if len(line) <= MAX_CACHED_LENGTH else _read_below.__wrapped__
    return read(line, is_next=is_next)


@lru_cache(MAX_CACHED_LINES)
def _read_below(line: str, *, is_next: bool) -> bool:
    is_brief = len(line.split()) <= MAX_SHORT_WORDS
    is_continued = is_next and line.strip()[:1].islower()
    if not (is_brief or is_continued or _may_doubt(line)):
        return False
    words = without_harmless(said_words(line))
    if _opens_by_taking_back(words) or _taking_back().are_in(words) or names_owned_board(words):
        return True
    if _asks_for_agreement(line, words) or is_to_be_considered(words) or _has_brief_sentence(line):
        return True
    if _speaks_against_the_move(words) or _orders_not_to_act(words):
        return True
    if is_brief:
        return _doubts_above_briefly(line, words, is_next=is_next)
    is_condition = is_continued and _begins_with_condition(words)
    return is_condition or _is_own_open_decision(words) or _is_second_look(words)


def _may_doubt(line: str) -> bool:
    """Whether a line has a word that one of the slower checks looks for."""
    if "?" in line or not line.isascii():
        return True
    plain = line.lower()
    words = plain.translate(_SIGNS).split()
    keys, what, near = _key_words()
    if not keys.isdisjoint(words) or "'s " in plain or _begins_by_taking_back(words):
        return True
    return not (what.isdisjoint(words) or near.isdisjoint(words)) or begins_harmlessly(words)


def _doubts_above_briefly(line: str, words: list[str], *, is_next: bool) -> bool:
    if not is_next and len(words) > 1:  # "no luck yesterday" isn't about the move
        words = [word for word in words if word not in NEGATIONS]
    is_asked = is_next and line.rstrip().endswith("?") and bool(words) and words[0] in DOUBTS
    return is_asked or takes_back(line, words)


def _opens_by_taking_back(words: Sequence[str]) -> bool:
    """Whether the line begins by taking the move back."""
    if BREAK not in words:
        return _begins_by_taking_back(words)
    opening = words[: words.index(BREAK)]
    sentence = [word for word in words if word != BREAK]
    return _taking_back_briefly().are_whole(opening) or _begins_by_taking_back(sentence)


def _begins_by_taking_back(sentence: Sequence[str]) -> bool:
    before, later = _openings()
    at = 0
    while at < len(sentence):
        if later.end_at(sentence, at):
            return True
        at = before.end_at(sentence, at) or len(sentence)
    return False


def _begins_with_condition(words: Sequence[str]) -> bool:
    return bool(words) and bool(_conditions().end_at(words, 0))


def _asks_for_agreement(line: str, words: Sequence[str]) -> bool:
    """Whether the line asks if the move is good."""
    if "?" not in line and line.isascii():
        return False
    unspaced = later_line_words.UNSPACED_AGREEMENT.split()
    is_unspaced = not line.isascii() and any(phrase in line for phrase in unspaced)
    agreement, move, acceptable = _agreement()
    is_asked = agreement.are_in(words) or has_chain(words, (move, acceptable), 1)
    return is_unspaced or ("?" in line and is_asked)


def _has_brief_sentence(line: str) -> bool:
    """Whether a short sentence in a longer line takes the move back: "Good luck! Forget it."""
    sentences = filter(None, _SENTENCE_END.split(line))
    brief = (each for each in sentences if len(each.split()) <= MAX_SHORT_WORDS and each != line)
    return any(_taking_back_briefly().are_whole(said_words(each)) for each in brief)


def _speaks_against_the_move(words: Sequence[str]) -> bool:
    """Whether the line objects to the move: it was sent too early, should wait, or is wrong."""
    table = later_line_words
    sent, early, keeping, waiting, move, requests, negations, that, wrong = _about_the_move()
    return (
        has_chain(words, (sent, early), table.MAX_SENT_WORDS)
        or has_chain(words, (early, sent), table.MAX_SENT_WORDS)
        or has_chain(words, (that, wrong), 1)
        or has_chain(words, (keeping, move, waiting), table.MAX_NEAR_WORDS)
        or has_chain(words, (requests, move), table.MAX_NEAR_WORDS)
        or has_chain(words, (move, negations), table.MAX_NEAR_WORDS)
        or has_chain(words, (negations, move), table.MAX_NEAR_WORDS)
    )


def _orders_not_to_act(words: Sequence[str]) -> bool:
    """Whether a clause of the line begins with an order such as "please do not process this"."""
    please, orders = _orders()
    for part in _clauses(words):
        at = 0
        while at < len(part):
            if end_of_chain(part, at, orders, later_line_words.MAX_ORDER_WORDS):
                return True
            at = please.end_at(part, at) or len(part)
    return False


def _clauses(words: Sequence[str]) -> list[list[str]]:
    """Returns the words between the breaks, as one list per clause."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == BREAK:
            parts.append([])
        else:
            parts[-1].append(word)
    return [part for part in parts if part]


def _is_own_open_decision(words: Sequence[str]) -> bool:
    """Whether the writer hasn't decided: "I'm still thinking", but not "she is not sure"."""
    first_person, past = _subjects()
    subject = set(words[:MAX_SUBJECT_WORDS])
    if subject.isdisjoint(first_person) or not past.isdisjoint(words):
        return False
    return is_undecided(words) or is_not_decided(words)


def _is_second_look(words: Sequence[str]) -> bool:
    """Whether a word such as "reconsidered" is followed by a contrary one: "On reflection, no"."""
    looks = _second_looks()
    ends = (looks.end_at(words, start) for start in looks.starts(words))
    end = next(filter(None, ends), 0)
    return bool(end) and any(map(_is_contrary, words[end:]))


def _is_contrary(word: str) -> bool:
    return word in NEGATIONS or word in _contrary() or word.endswith("n't")


def _says_something(line: str) -> bool:
    """Whether the line has words, and isn't just a word that ends the commands."""
    has_content = any(map(str.isalnum, line)) or has_no_sign(line)
    return has_content and line.strip(" .!").lower() not in END_WORDS


@cache
def _key_words() -> tuple[frozenset[str], ...]:
    """Returns three sets of words. `_may_doubt` uses them to skip harmless lines quickly.

    A line is checked if it has a word of the first set, or a word of each of the other two sets.
    """
    below = later_line_words
    anywhere = phrases_of(
        doubt_words.TAKING_BACK,
        below.IMPERATIVES,
        hedge_words.RESERVATIONS,
        hedge_words.THINKING,
        hedge_words.CONSIDER,
        below.REFLECTION,
        below.TOO_EARLY,
        below.WRONG,
    )
    what = frozenset(phrase.split()[-1] for phrase in phrases_of(below.THE_MOVE, below.ACTING))
    near = NEGATIONS | key_words(phrases_of(below.KEPT, below.REQUESTS))
    return key_words(anywhere), what, near


@cache
def _taking_back() -> Phrases:
    tables = doubt_words.TAKING_BACK, later_line_words.IMPERATIVES, hedge_words.RESERVATIONS
    return Phrases(phrases_of(*tables) - NEGATIONS - phrases_of(later_line_words.COMMON))


@cache
def _openings() -> tuple[Phrases, Phrases]:
    """Returns the words before phrases that take a move back, and these phrases."""
    before = Phrases(phrases_of(later_line_words.BEFORE_LATER_LINES))
    return before, Phrases(phrases_of(later_line_words.LATER_LINES))


@cache
def _conditions() -> Phrases:
    return Phrases(conditions() | phrases_of(doubt_words.AT_CLAUSE))


@cache
def _agreement() -> tuple[Phrases, Phrases, Phrases]:
    table = later_line_words
    agreement, move, acceptable = map(
        Phrases, map(phrases_of, (table.AGREEMENT, table.MOVE_WORDS, table.ACCEPTABLE))
    )
    return agreement, move, acceptable


@cache
def _taking_back_briefly() -> Phrases:
    return Phrases(phrases_of(doubt_words.TAKING_BACK))


@cache
def _about_the_move() -> tuple[Phrases, ...]:
    """Returns the tables that `_speaks_against_the_move` combines into chains."""
    table = later_line_words
    early = table.SENT, table.TOO_EARLY
    tables = *early, table.KEEPING, table.KEPT, table.THE_MOVE, table.REQUESTS
    wrong = map(Phrases, map(phrases_of, (table.DEMONSTRATIVES, table.WRONG)))
    return (*map(Phrases, map(phrases_of, tables)), Phrases(NEGATIONS), *wrong)


@cache
def _orders() -> tuple[Phrases, tuple[Phrases, Phrases]]:
    """Returns words before an order such as "please", and the parts of "do not ... process"."""
    table = later_line_words
    orders = Phrases(phrases_of(table.DO_NOT)), Phrases(phrases_of(table.ACTING))
    return Phrases(phrases_of(table.PLEASE)), orders


@cache
def _subjects() -> tuple[frozenset[str], frozenset[str]]:
    first_person = phrases_of(hedge_words.FIRST_PERSON, hedge_words.STILL, hedge_words.PRESENT_NOT)
    return first_person, phrases_of(hedge_words.PAST_BEING)


@cache
def _second_looks() -> Phrases:
    return Phrases(phrases_of(later_line_words.REFLECTION))


@cache
def _contrary() -> frozenset[str]:
    return phrases_of(later_line_words.CONTRARY)
