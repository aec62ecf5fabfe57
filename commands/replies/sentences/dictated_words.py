"""Splits dictated text into words, and knows the letters and numbers that each word can mean."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache

from commands.replies.vocabulary.moves import move_words
from mail.reading.characters import plain_signs

_TOKEN = re.compile(r"\d+|[^\W\d_]+(?:['\u2019][^\W\d_]+)?")
_KEYCAPS = str.maketrans("", "", "\ufe0f\u20e3")
_LETTER_EMOJI = str.maketrans(
    {chr(first + n): f" {chr(ord('a') + n)} " for first in (0x1F170, 0x1F1E6) for n in range(26)}
)
_ACCENTS = re.compile("[\u0300-\u0304\u0306-\u036f]")
_LONG_VOWEL = re.compile("(?<=[\u30a0-\u30ff])-")
"""The mark of a long vowel in Japanese, which `plain_signs` takes for a dash."""
_JOINED = re.compile(r"(?<![^\W_])([a-m])([ilosz])(?![^\W_])")
"""A square whose number was recognized as a letter: "ai", "cs"."""
_SPELT_SQUARE = re.compile(r"(?<![^\W_])([A-Za-z])[\s-]([^\W\d_]{2,12})(?![^\W_])")
_LETTERS_OF_DIGITS = str.maketrans("ilosz", "11052")


def words_of_dictation(text: str) -> list[str]:
    """Returns the words in lower case without accents. Squares such as "c5" become two words."""
    signs = _plain(text).translate(_KEYCAPS).translate(_LETTER_EMOJI)
    text = unicodedata.normalize("NFKC", signs)
    text = _unspaced_words().sub(r" \g<0> ", text).casefold()
    text = _JOINED.sub(_as_square, text) if "-" in text else text
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    tokens = _TOKEN.findall(unicodedata.normalize("NFC", plain).replace("\u2019", "'"))
    return [word for token in tokens for word in _split(token)]


def is_dictated(text: str, others: Collection[str]) -> bool:
    """Whether a text only has numbers, and words of dictated moves or of a set of others."""
    known = words_around() | direction_words().keys() | frozenset(listed(move_words.PLAYING))
    said = words_of_dictation(text)
    rest = [word for word in said if not (word.isdecimal() or word in known or word in others)]
    is_written = any(map(str.isdecimal, said))  # then "won" isn't the number one
    return all(len(word) == 1 if is_written else word in known_meanings() for word in rest)


def meanings(word: str) -> tuple[str, ...]:
    """Returns the letters and numbers that the word can mean."""
    return (str(int(word)),) if word.isdecimal() else known_meanings().get(word, ())


def with_written_squares(text: str) -> str:
    """Returns a text with "J4" for "J four". A word that is seldom a number isn't changed."""
    return _SPELT_SQUARE.sub(_as_written, text)


def _as_written(spelt: re.Match[str]) -> str:
    word = spelt[2].lower()
    numbers = [each for each in meanings(word) if each.isdecimal()]
    is_clear = len(numbers) == 1 and word not in unclear_numbers()
    return f"{spelt[1]}{numbers[0]}" if is_clear else spelt[0]


def listed(words: str) -> list[str]:
    plain = _ACCENTS.sub("", unicodedata.normalize("NFD", _plain(words)))
    return unicodedata.normalize("NFC", plain).split()


@cache
def known_meanings() -> dict[str, tuple[str, ...]]:
    known: dict[str, tuple[str, ...]] = {}
    for meaning, words in (*move_words.LETTERS.items(), *move_words.NUMBERS.items()):
        for word in listed(words):
            known[word] = (*known.get(word, ()), str(meaning))
    return known


@cache
def direction_words() -> dict[str, str]:
    return {word: move for move, words in move_words.DIRECTIONS.items() for word in listed(words)}


@cache
def words_between() -> frozenset[str]:
    return frozenset(listed(move_words.BETWEEN))


@cache
def words_around() -> frozenset[str]:
    around = frozenset(listed(f"{move_words.AROUND} {move_words.STONES}"))
    return words_between() | piece_names() | around


@cache
def piece_names() -> frozenset[str]:
    return frozenset(listed(move_words.PIECES))


@cache
def ordinary_words() -> frozenset[str]:
    return frozenset(listed(move_words.ORDINARY))


@cache
def unclear_numbers() -> frozenset[str]:
    return frozenset(listed(move_words.UNCLEAR_NUMBERS))


def _as_square(joined: re.Match[str]) -> str:
    return f"{joined[1]} {joined[2].translate(_LETTERS_OF_DIGITS)}"


def _split(token: str) -> list[str]:
    return [token] if token in _known_words() else token.split("'")


def _plain(text: str) -> str:
    return _LONG_VOWEL.sub("", plain_signs(text))


@cache
def _known_words() -> frozenset[str]:
    return words_around() | known_meanings().keys()


@cache
def _unspaced_words() -> re.Pattern[str]:
    """Returns a pattern of the words in languages without spaces between words."""
    unspaced = (word for word in _known_words() if word > "\u3000")
    return re.compile("|".join(sorted(unspaced, key=len, reverse=True)))
