"""The words of a line, and what it says besides phrases that say nothing about a move."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from commands.replies.doubts.phrases import BREAK, Phrases, end_of_chain, phrases_of
from commands.replies.vocabulary import doubt_words, harmless_words
from commands.replies.vocabulary.sentence_words import NEGATIONS
from mail.reading.characters import plain_signs

MAX_LENGTH = 1_000
"""The characters that are read of a line."""
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[,;.:()!?]+|(?<!\w)-+(?!\w)")
_ABBREVIATION = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){1,3}[^\W\d_]{1,2}\b\.?")


def said_words(text: str) -> list[str]:
    """Returns the words of a line in lower case, and BREAK for each of its other signs."""
    plain = unicodedata.normalize("NFC", plain_signs(text[:MAX_LENGTH])).lower()
    if "." in plain:
        plain = _ABBREVIATION.sub(_without_dots, plain)
    return [word if word[0].isalnum() else BREAK for word in _TOKEN.findall(plain)]


def without_harmless(words: Sequence[str]) -> list[str]:
    """Returns the words without harmless phrases, and without breaks at either end."""
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
    """Returns True if the words begin with a harmless phrase."""
    harmless = _harmless()
    begins = bool(words) and words[0] in harmless.first_words
    return begins and bool(harmless.end_at(words, 0))


def without_breaks(words: Sequence[str]) -> list[str]:
    """Returns the words without the breaks at either end."""
    said = [at for at, word in enumerate(words) if word != BREAK]
    return list(words[said[0] : said[-1] + 1]) if said else []


def _without_dots(match: re.Match[str]) -> str:
    return match[0].replace(".", "")


class _Harmless:
    """The harmless phrases, good wishes for a later time, and what wasn't noticed before."""

    def __init__(self) -> None:
        table = harmless_words
        times = phrases_of(doubt_words.POSTPONING, table.TIMES)
        self._phrases = Phrases(phrases_of(table.HARMLESS, table.PAST_EXCUSES))
        self._wishes = Phrases(phrases_of(table.WISHES))
        self._ending_wishes = Phrases(phrases_of(table.ENDING_WISHES))
        self._times = Phrases(times)
        self._until = Phrases(phrases_of(table.UNTIL))
        noticed = Phrases(table.NOTICED.replace(",", " ").split())
        past, negated = phrases_of(table.PAST_VERBS), phrases_of(table.NEGATED_PAST_VERBS)
        self._not_noticed = (
            (Phrases(past), Phrases(NEGATIONS), noticed),
            (Phrases(negated), noticed),
        )
        tables = self._phrases, self._wishes, self._until, *(each[0] for each in self._not_noticed)
        self.first_words = frozenset(word for table in tables for word in table.first_words)

    def end_at(self, words: Sequence[str], start: int) -> int:
        """Returns the end of what begins at this word and is harmless; 0 if it isn't."""
        return (
            self._phrases.end_at(words, start)
            or self._end_of_wish(words, start)
            or end_of_chain(words, start, (self._until, self._times), 0)
            or self._end_of_excuse(words, start)
        )

    def _end_of_wish(self, words: Sequence[str], start: int) -> int:
        end = self._wishes.end_at(words, start)
        last = min(end + harmless_words.MAX_WISH_WORDS + 1, len(words)) if end else 0
        for at in range(end, last):
            if found := self._times.end_at(words, at):
                return found
            if words[at] == BREAK or self._ending_wishes.end_at(words, at):
                return 0
        return 0

    def _end_of_excuse(self, words: Sequence[str], start: int) -> int:
        gap = harmless_words.MAX_NOTICED_WORDS
        ends = (end_of_chain(words, start, chain, gap) for chain in self._not_noticed)
        return next(filter(None, ends), 0)


@cache
def _harmless() -> _Harmless:
    return _Harmless()
