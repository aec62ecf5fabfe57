"""Decides whether the words behind a move leave in doubt that it is meant.

They do if they ask, tell about the move, take it back, postpone it, name a condition, or can't be
read. Asking the writer costs one email. A move that wasn't meant may cost the game.
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import islice

from commands.replies.absences import WEEKDAYS
from commands.replies.command_lines import END_WORDS
from commands.replies.vocabulary import doubt_words as words
from commands.replies.vocabulary.familiar_words import FAMILIAR, UNSPACED_FAMILIAR
from commands.replies.vocabulary.sentence_words import (
    DOUBTS,
    IF_WORDS,
    NEGATIONS,
    UNSPACED_NEGATIONS,
)
from mail.reading.characters import plain_signs

MAX_LENGTH = 1_000
"""The characters that are read of a line."""
MAX_SHORT_WORDS = 3
"""Maximum number of words of a line below the move that is read like one behind it."""

MAX_LINES_BELOW = 20
"""Maximum number of lines below the move that are read."""
_BREAK = ","
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[,;.:()!?]+|(?<!\w)-+(?!\w)")
_WORD = re.compile(r"[^\W_]+(?:['\u2019-][^\W_]+)*")
_OWNED_BOARD = r"(?<![^ ])for [^ ,]+'s (?:game|board|match)(?![^ ])"
_EMOTICON = re.compile(r"(?<!\w)(?:[:;=]'?-?[dpox3]|x+d+|<3|ha(?: ha)+)(?!\w)", re.IGNORECASE)


def is_doubtful(comment: str, names: Collection[str] = ()) -> bool:
    """Returns True if the words behind a move leave in doubt that it is meant.

    `names`: userids and names in lower case, which leave nothing in doubt.
    """
    if not comment:
        return False
    whole = _said(comment)
    said = _without_harmless(whole)
    is_told = said.partition(" ")[0] in DOUBTS or _is_time(said)
    is_asked = comment.rstrip().endswith("?")
    if is_told or is_asked or _takes_back(comment, said):
        return True
    return said == _stripped(whole) and not _is_familiar(comment, said, names)


def is_doubted_below(text: str) -> bool:
    """Returns True if a line below a move takes it back, as "lol no" does.

    A longer line is a comment of its own, unless it begins by taking the move back.
    """
    lines = islice(filter(_says_something, text.split("\n")), MAX_LINES_BELOW)
    return any(_doubts_above(line, is_next=not number) for number, line in enumerate(lines))


def _doubts_above(line: str, *, is_next: bool) -> bool:
    """Returns True for a line that takes back the move above it; `is_next`: directly above it."""
    if len(line.split()) <= MAX_SHORT_WORDS:
        return _doubts_above_briefly(line, is_next=is_next)
    said, patterns = _WORD.findall(plain_signs(line).lower()), _patterns()
    is_opening = not patterns.openings.isdisjoint((*said[:1], " ".join(said[:2])))
    has_key = not patterns.keys.isdisjoint(said) and patterns.taking_back.search(_said(line))
    if not (is_opening or is_next or has_key):
        return False
    meant = _meant(line)
    sentence = " ".join(word for word in meant.split() if word != _BREAK)
    is_continued = is_next and line.strip()[:1].islower() and patterns.conditions.match(sentence)
    is_opened = patterns.later_lines.match(sentence)
    return bool(is_continued or is_opened or patterns.taking_back.search(meant))


def _doubts_above_briefly(line: str, *, is_next: bool) -> bool:
    whole = said = _meant(line)
    if not is_next and " " in said:  # "no luck yesterday" says nothing about the move
        said = " ".join(word for word in said.split() if word not in NEGATIONS)
    is_asked = is_next and line.rstrip().endswith("?") and said.partition(" ")[0] in DOUBTS
    is_opening = _patterns().later_lines.match(whole)
    is_taken_back = is_opening or _patterns().taking_back.search(whole)
    return bool(is_asked or is_taken_back or _takes_back(line, said))


def _is_familiar(comment: str, said: str, names: Collection[str]) -> bool:
    """Returns True if a comment has a familiar word or name, or consists of signs."""
    familiar, unspaced = _familiar_words()
    tokens = said.split()
    if not (familiar.isdisjoint(tokens) and set(names).isdisjoint(tokens)):
        return True
    if not comment.isascii() and any(word in comment for word in unspaced):
        return True
    return not any(map(str.isalnum, _EMOTICON.sub("", comment)))


@cache
def _familiar_words() -> tuple[frozenset[str], tuple[str, ...]]:
    words_and_plain = (*FAMILIAR.split(), *map(_without_accents, FAMILIAR.split()))
    return frozenset(words_and_plain), tuple(UNSPACED_FAMILIAR.split())


def _says_something(line: str) -> bool:
    """Returns False for a line of signs, or of a word that ends the commands."""
    has_content = any(map(str.isalnum, line)) or _has_no_sign(line)
    return has_content and line.strip(" .!").lower() not in END_WORDS


def _takes_back(text: str, said: str) -> bool:
    """Returns True for a negation, a condition, or words that take back or postpone."""
    patterns = _patterns()
    is_unspaced = not text.isascii() and _takes_back_unspaced(text)
    is_word = not patterns.words.isdisjoint(said.split())
    return is_word or is_unspaced or _has_no_sign(text) or bool(patterns.phrases.search(said))


def _is_time(said: str) -> bool:
    """Returns True for words that say no more than a time: "at 18:30", "this evening"."""
    tokens = {word for word in said.split() if word != _BREAK}
    words_of_time = {word for word in tokens if not word.isdigit()}
    nouns, fillers = _time_words()
    has_time = not nouns.isdisjoint(tokens) or (words_of_time and words_of_time != tokens)
    return bool(has_time) and words_of_time <= nouns | fillers


def _meant(text: str) -> str:
    """Returns what a text says besides harmless phrases."""
    return _without_harmless(_said(text))


def _without_harmless(said: str) -> str:
    return _stripped(_patterns().harmless.sub("", said))


def _stripped(said: str) -> str:
    return said.strip(f"{_BREAK} ")


def _has_no_sign(text: str) -> bool:
    return not set(words.NO_SIGNS).isdisjoint(text)


def _takes_back_unspaced(text: str) -> bool:
    for phrase in words.UNSPACED_HARMLESS.split():
        text = text.replace(phrase, "")
    return any(phrase in text for phrase in (*words.UNSPACED.split(), *UNSPACED_NEGATIONS))


def _said(text: str) -> str:
    """Returns the words in lower case with one space between them, and `,` for other signs."""
    text = unicodedata.normalize("NFC", plain_signs(text[:MAX_LENGTH])).lower()
    tokens = (token if token[0].isalnum() else _BREAK for token in _TOKEN.findall(text))
    return " ".join(tokens)


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The patterns of the words, made once."""

    harmless: re.Pattern[str]
    words: frozenset[str]
    phrases: re.Pattern[str]
    conditions: re.Pattern[str]
    later_lines: re.Pattern[str]
    openings: frozenset[str]
    """The first two words of what `later_lines` fits, or its only one."""
    taking_back: re.Pattern[str]
    keys: frozenset[str]
    """The longest, last word of each phrase that `taking_back` fits."""


@cache
def _patterns() -> _Patterns:
    time = _any(_phrases(f"{words.POSTPONING}\n{words.TIMES}"))
    ending = _any(_phrases(words.ENDING_WISHES))
    between = rf"(?: (?!{ending})[^ ,]+){{0,{words.MAX_WISH_WORDS}}}?"
    harmless = (
        _any(_phrases(words.HARMLESS)),
        rf"{_any(_phrases(words.WISHES))}{between} {time}",
        rf"{_any(_phrases(words.UNTIL))} {time}",
    )
    taking_back = _phrases(f"{words.TAKING_BACK}\n{words.IMPERATIVES}")
    taking_back -= NEGATIONS | _phrases(words.COMMON)
    before, later = _phrases(words.BEFORE_LATER_LINES), _phrases(words.LATER_LINES)
    return _Patterns(
        re.compile(rf"(?<![^ ])(?:{'|'.join(harmless)})"),
        frozenset(word for word in _doubts() if " " not in word),
        re.compile("|".join(_doubt_patterns())),
        re.compile(_any(_conditions() | _phrases(words.AT_CLAUSE))),
        re.compile(rf"(?:{_any(before)} )*{_any(later)}"),
        frozenset(" ".join(phrase.split()[:2]) for phrase in before | later),
        re.compile(rf"(?<![^ ]){_any(taking_back)}|{_OWNED_BOARD}"),
        frozenset(max(reversed(phrase.split()), key=len) for phrase in taking_back),
    )


def _doubts() -> set[str]:
    """Returns the words and phrases that count anywhere."""
    taken_back = _phrases(f"{words.TAKING_BACK}\n{words.POSTPONING}")
    return taken_back | NEGATIONS | (_conditions() - _phrases(words.AT_CLAUSE))


def _doubt_patterns() -> tuple[str, ...]:
    clause_words = _phrases(words.AT_CLAUSE)
    phrases = {phrase for phrase in _doubts() if " " in phrase}
    before = _any(_phrases(words.BEFORE_CLAUSE))
    at_ends = _any(_phrases(words.AT_ENDS))
    weekdays = " ".join(WEEKDAYS).split()
    units = "|".join(words.TIME_UNITS.split())
    return (
        rf"(?<![^ ]){_any(phrases)}",
        r"(?<![^ ])(?:\w+n't|n'\w+)",
        rf"(?:^|(?<=, )|(?<![^ ]){before} ){_any(clause_words)}(?= [^ ,])",
        rf"(?<![^ ])(?:from|starting|as of|ab|vanaf|od) {_any(weekdays)}",
        _OWNED_BOARD,
        r"(?:^|(?<=, ))after (?!much|long|a |all |some |many |\d)",
        rf"^{at_ends}",
        rf"^(?:{'|'.join(words.PERIODS.split())})(?![^ ])",
        rf"(?<![^ ]){at_ends}$",
        r"(?<![^ ])n+o{2,}t*(?![^ ])",
        rf"(?<![^ ])(?:in|dans|em|en|tra|fra|over|za|через) \d+ ?(?:{units})",
    )


def _conditions() -> set[str]:
    return {*_phrases(words.CONDITIONS), *IF_WORDS} - {"ha"}  # a laugh


@cache
def _time_words() -> tuple[frozenset[str], frozenset[str]]:
    weekdays = " ".join(WEEKDAYS).split()
    return frozenset((*words.TIMES_OF_DAY.split(), *weekdays)), frozenset(words.BEFORE_TIME.split())


def _phrases(table: str) -> set[str]:
    """Returns the phrases of a table, also without accents, which many leave out."""
    phrases = {phrase.strip() for phrase in re.split(r"[,\n]", table)} - {""}
    return phrases | {_without_accents(phrase) for phrase in phrases}


def _without_accents(text: str) -> str:
    marked = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in marked if not unicodedata.combining(letter))


def _any(phrases: Collection[str]) -> str:
    """Returns a pattern of whole phrases, the longest first."""
    ordered = sorted(phrases, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, ordered))})(?![^ ])"
