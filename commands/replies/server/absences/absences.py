"""Reads absences in sentences such as "I'm away until Friday", in the languages of the players.

The input is a text and today's date. The output is the arguments of the `vacation` command.
"""

import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from itertools import pairwise

from commands.replies.sentences.sentence_subjects import clause_words, is_about_other, is_unreal
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.absences.absences import (
    ALSO_GREETS,
    AROUND_TIMES,
    ARTICLES,
    AWAY,
    AWAY_PHRASES,
    FROM,
    MONTHS,
    NEXT,
    NEXT_WEEK,
    NOT_AWAY,
    PAST_OR_UNREAL,
    PAUSING,
    STARTING,
    TO,
    TOMORROW,
    UNTIL,
    WEEKDAYS,
)
from commands.replies.vocabulary.server.settings import BACK, NUMBERS, UNITS
from pbm.clock import DAY

MAX_WORDS_OF_TIME = 8
MAX_LENGTH = 400
MIN_LETTERS = 3
"""Minimum number of letters of an abbreviated month or weekday, such as `Dec` or `Fri`."""
_NUMERIC = re.compile(r"\b(\d{1,2})\. ?(\d{1,2})\.(?: ?(\d{4}))?")
"""A numeric date of a day, a month and an optional year, such as `3.12.`"""
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|o)?")
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|e)")
_DOTTED = re.compile(r"\b(\d{1,2})\.(?=\s|$)")
"""An ordinal number in German, such as `14.`"""
_CLAUSE = re.compile(r"[^,.!?;\n]+[,.!?;\n]*|[,.!?;\n]+")
_SENTENCE_END = re.compile(r"[.!?;]\s|\n")
_UNSPACED_DAYS = "月火水木金土日"
_UNSPACED = re.compile(f"([{_UNSPACED_DAYS}])曜日?まで.*(?:休|不在|留守)")
"""An absence in Japanese, such as `金曜日まで休みます`."""
MAX_WORDS_BEHIND = 7
"""Maximum number of words between "until" and the end of the date: "until my exams end in May"."""
MAX_WORDS_OF_START = 4
"""Maximum number of words from "starting" to the day: "starting on the next Monday"."""
MAX_DAYS = 60
"""Maximum number of days in a phrase such as "for three weeks"."""
MAX_ORDINAL_DAYS = 62
"""Number of days among which an ordinal number without a month names one."""


def absence(text: str, today: date, names: Collection[str] = ()) -> str:
    """Returns the days of the writer's absence, such as `from 2026-03-02 until 2026-03-08`.

    The first day is left out if it is today.

    Returns "" if the text is a question, names no end, or is about somebody else's absence. A text
    that is only a time, such as "2 weeks", answers the question how long the writer is away.
    `names`: the userids of other players, in lower case.
    """
    text = text[:MAX_LENGTH]
    if _is_only_time(text):
        return days_away(text, today)
    if _UNSPACED.search(text):
        return days_away(text, today)
    text = _without_questions(text)
    return days_away(text, today) if _is_away(text, names) else ""


def _is_only_time(text: str) -> bool:
    """Whether a text is only a number of days or weeks, or the end of a time: "until Friday"."""
    words = plain_words(text)
    if "?" in text or not 1 < len(words) <= MAX_WORDS_OF_TIME:
        return False
    # "next week" alone says when its writer moves
    numbers = {each.partition("=")[0] for each in NUMBERS.split()} - {*NEXT.split()}
    units = frozenset().union(*map(_known, UNITS.values()))
    is_until = words[0] in _known(UNTIL) and words[0] not in _known(ALSO_GREETS)
    is_lasting = any(
        (number.isdecimal() or number in _known(" ".join(numbers))) and unit in units
        for number, unit in pairwise(words)
    )
    around = _known(f"{AROUND_TIMES} {UNTIL} {' '.join(numbers)} {' '.join(UNITS.values())}")
    days = _known(" ".join((*WEEKDAYS, *MONTHS, TOMORROW, NEXT, ARTICLES)))
    known = all(word in around | days or word[0].isdecimal() for word in words)
    return known and (is_lasting or is_until)


def _without_questions(text: str) -> str:
    """Returns a text without its questions whether the games can pause.

    Returns "" if it has other questions. They may be about somebody else, or about the past.
    """
    if "?" not in text:
        return text
    clauses = [each for each in _CLAUSE.findall(text) if each.strip()]
    questions = [each for each in clauses if each.endswith("?")]
    if not all(_known(PAUSING).intersection(plain_words(each)) for each in questions):
        return ""
    return "".join(each for each in clauses if not each.endswith("?"))


def days_away(text: str, today: date) -> str:
    """Returns the days that the text names. The first day is left out if it is today."""
    named = _NUMERIC.sub(_with_name, BACK.sub("until ", text[:MAX_LENGTH]))
    named = _DOTTED.sub(r"\1th", named)
    words = plain_words(named)
    if unspaced := _UNSPACED.search(text[:MAX_LENGTH]):
        weekday = _UNSPACED_DAYS.index(unspaced[1]) + 1
        return _in_words(today + DAY * ((weekday - 2 - today.weekday()) % 7 + 1))
    if both := _range(words, today):
        return both
    sentences = map(plain_words, _SENTENCE_END.split(named))
    days = (_day_after_until(each, today) for each in (*sentences, words))
    last = next(filter(None, days), None)
    sentence = f" {' '.join(words)} "
    monday = today + DAY * (7 - today.weekday())
    if any(f" {week} " in sentence for week in _known(NEXT_WEEK)):
        is_later = last is not None and last >= monday
        return _in_words(last if last and is_later else monday + DAY * 6, monday)
    return _in_words(last) if last else _lasting(words, today)


def _in_words(last: date, first: date | None = None) -> str:
    until = f"until {last.isoformat()}"
    return f"from {first.isoformat()} {until}" if first else until


def _lasting(words: Sequence[str], today: date) -> str:
    """Returns the days of "for a week from Monday", or ""."""
    if not _known(PAST_OR_UNREAL).isdisjoint(words):
        return ""
    numbers = dict(each.split("=") for each in NUMBERS.split())
    for number, unit in pairwise(words):
        count = numbers.get(number, number)
        days = next((days for days, known in UNITS.items() if unit in _known(known)), 0)
        if not (days and count.isdecimal() and 0 < int(count) * days <= MAX_DAYS):
            continue
        starts = [at + 1 for at, word in enumerate(words) if word in _known(STARTING)]
        firsts = (_last_day(words[at : at + MAX_WORDS_OF_START], today) for at in starts)
        if first := next(filter(None, firsts), None):
            return _in_words(first + DAY * (int(count) * days - 1), first)
        return _in_words(today + DAY * int(count) * days)
    return ""


def _day_after_until(words: Sequence[str], today: date) -> date | None:
    ends = [at + 1 for at, word in enumerate(words) if word in _known(UNTIL)]
    days = (_last_day(words[at : at + MAX_WORDS_BEHIND], today) for at in ends)
    return next(filter(None, days), None)


def _is_away(text: str, names: Collection[str]) -> bool:
    """Whether a clause says that its writer is away."""
    for words in clause_words(text):
        plain = [" ".join(plain_words(word)) for word in words]
        sentence = f" {' '.join(plain)} "
        ends = [at for at, word in enumerate(plain) if word in _known(AWAY)]
        if not any(f" {phrase} " in sentence for phrase in _phrases(NOT_AWAY)):
            before = (sentence.partition(f" {phrase} ") for phrase in _phrases(AWAY_PHRASES))
            ends += [len(head.split()) for head, phrase, _ in before if phrase]
        if not is_unreal(words) and any(not is_about_other(words, end, names) for end in ends):
            return True
    return False


def _range(words: Sequence[str], today: date) -> str:
    """Returns the days of "from 5 to 19 December", or ""."""
    starts = [at for at, word in enumerate(words) if word in _known(FROM)]
    for start in starts:
        ends = _known(TO) | _known(UNTIL)
        stop = next((at for at in range(start + 2, len(words)) if words[at] in ends), 0)
        last = _last_day(words[stop + 1 : stop + 1 + MAX_WORDS_BEHIND], today) if stop else None
        if last is None:
            continue
        behind, ahead = words[start + 1 : stop], words[stop + 1 : stop + 1 + MAX_WORDS_BEHIND]
        first = _last_day(behind, today) or _last_day(
            [*behind, MONTHS[last.month - 1].split()[0]], today
        )
        if first and first > last and not any(_place(word, MONTHS) for word in ahead):
            last = _last_day([*ahead, MONTHS[first.month - 1].split()[0]], today) or last
        if first and first <= last:
            return _in_words(last, first)
    return ""


@cache
def _known(words: str) -> frozenset[str]:
    """Returns the words in lower case and without accents, with spaces in place of hyphens."""
    return frozenset(" ".join(plain_words(word)) for word in words.split())


@cache
def _phrases(table: str) -> tuple[str, ...]:
    return tuple(" ".join(plain_words(phrase)) for phrase in table.split(","))


def _with_name(numeric: re.Match[str]) -> str:
    """Returns a numeric date with the month's name, such as `3 December` for `3.12.`."""
    month = MONTHS[(int(numeric[2]) - 1) % len(MONTHS)].split()[0]
    return f"{numeric[1]} {month} {numeric[3] or ''}"


def _last_day(words: Sequence[str], today: date) -> date | None:
    """Returns the first date, today or later, that fits the words.

    Returns None if they name no date.
    """
    numbers = [int(number[1]) for word in words if (number := _DAY.fullmatch(word))]
    year = next((int(word) for word in words if re.fullmatch(r"\d{4}", word)), 0)
    month = next(filter(None, (_place(word, MONTHS) for word in words)), 0)
    if year and len(numbers) > 1 and not month:  # ISO dates begin with the year: 2026-12-03
        month, *numbers = numbers
    if month and numbers:
        return _date(year or today.year, month, numbers[0], today, is_given=bool(year))
    if _known(TOMORROW).intersection(words):
        return today + DAY
    weekday = next(filter(None, (_place(word, WEEKDAYS) for word in words)), 0)
    if not weekday:
        return _ordinal_day(words, today)
    if _known(NEXT).intersection(words):
        return today + DAY * (6 - today.weekday() + weekday)
    return today + DAY * ((weekday - 2 - today.weekday()) % 7 + 1)


def _ordinal_day(words: Sequence[str], today: date) -> date | None:
    """Returns the next day that an ordinal number such as "10th" names, or None."""
    days = [int(number[1]) for word in words if (number := _ORDINAL.fullmatch(word))]
    if not days and len(words) > 1 and words[0] in _known(ARTICLES) and words[1].isdecimal():
        days = [int(words[1])]
    later = (today + DAY * count for count in range(MAX_ORDINAL_DAYS))
    return next((day for day in later if days and day.day == days[0]), None)


def _date(year: int, month: int, day: int, today: date, *, is_given: bool) -> date | None:
    """Returns the date. A past date without a given year is moved to the next year.

    Returns None if there is no such date. `is_given`: whether the writer gave the year.
    """
    with suppress(ValueError):
        this_year = date(year, month, day)
        return this_year if is_given or this_year >= today else date(year + 1, month, day)
    return None


def _place(word: str, names: Sequence[str]) -> int:
    """Returns the number of the month or weekday that the word abbreviates, from 1, or 0."""
    if len(word) < MIN_LETTERS or not word.isalpha():
        return 0
    places = enumerate(names, 1)
    return next(
        (at for at, line in places if any(each.startswith(word) for each in _known(line))), 0
    )
