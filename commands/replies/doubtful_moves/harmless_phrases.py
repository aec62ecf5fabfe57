"""Splits a line into words, and removes the phrases that say nothing about a move."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from commands.replies.doubtful_moves.phrase_tables import BREAK, Phrases, end_of_chain, phrases_of
from commands.replies.vocabulary.doubtful_moves import doubt_words, harmless_words
from commands.replies.vocabulary.sentence_words import NEGATIONS
from commands.replies.vocabulary.server.absences.absences import WEEKDAYS
from mail.reading.characters import plain_signs

MAX_LENGTH = 1_000
"""Maximum number of characters of a line that are read."""
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[,;.:()!?]+|(?<!\w)-+(?!\w)")
_ABBREVIATION = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){1,3}[^\W\d_]{1,2}\b\.?")


def said_words(text: str) -> list[str]:
    """Returns the words of a line in lower case, and BREAK for punctuation marks."""
    plain = unicodedata.normalize("NFC", plain_signs(text[:MAX_LENGTH])).lower()
    if "." in plain:
        plain = _ABBREVIATION.sub(_without_dots, plain)
    return [word if word[0].isalnum() else BREAK for word in _TOKEN.findall(plain)]


def without_harmless(words: Sequence[str]) -> list[str]:
    """Returns the words without harmless phrases, and without a BREAK at either end."""
    harmless = _harmless()
    rest: list[str] = []
    at = 0
    while at < len(words):
        end = harmless.end_at(words, at) if words[at] in harmless.first_words else 0
        if not end:
            rest.append(words[at])
        at = end or at + 1
    return without_breaks(rest)


def begins_harmlessly(words: Sequence[str]) -> bool:
    """Whether the words begin with a harmless phrase."""
    harmless = _harmless()
    begins = bool(words) and words[0] in harmless.first_words
    return begins and bool(harmless.end_at(words, 0))


def without_breaks(words: Sequence[str]) -> list[str]:
    """Returns the words without a BREAK at either end."""
    indexes = [at for at, word in enumerate(words) if word != BREAK]
    return list(words[indexes[0] : indexes[-1] + 1]) if indexes else []


def _without_dots(match: re.Match[str]) -> str:
    return match[0].replace(".", "")


class _Harmless:
    """Phrases that contain words of doubt but don't cast doubt on a move.

    These are fixed phrases, good wishes for a later time ("see you tomorrow"), and denials of
    something other than the move ("no choice").
    """

    def __init__(self) -> None:
        table = harmless_words
        times = phrases_of(doubt_words.POSTPONING, table.TIMES)
        self._phrases = Phrases(phrases_of(table.HARMLESS))
        self._wishes = Phrases(phrases_of(table.WISHES))
        self._ending_wishes = Phrases(phrases_of(table.ENDING_WISHES))
        self._times = Phrases(times)
        self._until = Phrases(phrases_of(table.UNTIL))
        self._farewells = Phrases(phrases_of(table.FAREWELLS))
        self._weekdays = Phrases(" ".join(WEEKDAYS).split())
        negations, denied = Phrases(NEGATIONS), Phrases(phrases_of(table.DENIED))
        self._denied = negations, denied
        self._denied_before = Phrases(phrases_of(table.DENIED_BEFORE)), negations
        openings = self._phrases, self._wishes, self._until, self._farewells
        tables = *openings, negations, self._denied_before[0]
        self.first_words = frozenset(word for table in tables for word in table.first_words)

    def end_at(self, words: Sequence[str], start: int) -> int:
        """Returns the end of the harmless phrase that begins at index `start`, or 0."""
        return (
            self._phrases.end_at(words, start)
            or self._end_of_wish(words, start)
            or end_of_chain(words, start, (self._until, self._times), 0)
            or end_of_chain(words, start, (self._farewells, self._weekdays), 0)
            or end_of_chain(words, start, self._denied, harmless_words.MAX_DENIED_WORDS)
            or end_of_chain(words, start, self._denied_before, 0)
        )

    def _end_of_wish(self, words: Sequence[str], start: int) -> int:
        end = self._wishes.end_at(words, start)
        last = min(end + harmless_words.MAX_WISH_WORDS + 1, len(words)) if end else 0
        for at in range(end, last):
            if time_end := self._times.end_at(words, at):
                return time_end
            if words[at] == BREAK or self._ending_wishes.end_at(words, at):
                return 0
        return 0


@cache
def _harmless() -> _Harmless:
    return _Harmless()
