"""Regular expressions for the words that say yes or no."""

import re
import unicodedata
from functools import cache

from commands.replies.vocabulary.answers import yes_no_words as words
from mail.reading.characters import plain_signs

_BETWEEN_WORDS = re.compile(r"[\s,.;:!?…()\[\]{}\"*_~`<>/|、。،؛؟।·•¡¿&=+#^\\-]+")

_EMOJI = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")

_MODIFIERS = re.compile("[\u0307\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""Code points that only modify the emoji or letter before them."""


def words_of(text: str) -> str:
    """Returns the words with one space between them. Emoji that say yes or no are words, too."""
    text = unicodedata.normalize("NFC", plain_signs(text)).lower()
    text = _EMOJI.sub(_spaced_if_known, _MODIFIERS.sub("", text))
    return " ".join(filter(None, _BETWEEN_WORDS.split(text)))


def _spaced_if_known(emoji: re.Match[str]) -> str:
    return f" {emoji[0]} " if emoji[0] in words.YES + words.NO else " "


def phrases_of(text: str) -> str:
    """Returns a pattern of the phrases in a list of words, with the longest phrase first."""
    phrases = sorted(set(map(words_of, text.split())), key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, phrases))})(?= |$)"


@cache
def phrase_finder(text: str) -> re.Pattern[str]:
    """Returns a pattern that finds the phrases in a list of words anywhere in a text."""
    return re.compile(rf"(?:^|(?<= )){phrases_of(text)}")


YES = phrase_finder(words.YES)

PLAIN_YES = re.compile(rf"(?:{phrases_of(words.YES + words.FILLERS)} ?)+")

# A lookahead keeps the words before a no together. Possessive quantifiers and atomic groups would
# be shorter, but Pythons before 3.11.5 match them wrongly (CPython issue 106052).
NO = re.compile(
    rf"(?=((?:{phrases_of(words.BEFORE_NO)} )*))\1(?!{phrases_of(words.NOT_REFUSING)})"
    rf"(?:{phrases_of(words.NO)}(?! \d)|{phrases_of(words.ALONE)}$)"
)

BUT = re.compile(phrases_of(words.BUT))
