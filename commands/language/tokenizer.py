"""Split command lines into words. Emails, the shell and standard input use the same rules."""

import re
from collections.abc import Sequence

from mail.reading.characters import clean, plain_signs
from pbm.errors import ParseError

MAX_LINE_LENGTH = 16_000
_WORD = re.compile(
    r"""
      (?P<option>--?\w+=) (?: "(?P<a>[^"]*)" | '(?P<b>[^']*)'(?!\S) | (?P<c>\([^()]*\)) )
    | "(?P<d>[^"]*)"(?!\S)
    | '(?P<e>[^']*)'(?!\S)
    | (?P<f>\S+)
    """,
    re.VERBOSE,
)
_QUOTES = re.compile(r"[\"']|=\(")
"""Punctuation that may join several words. In a line without it, splitting at spaces gives the same
words as `_WORD`, and is faster.
"""


def tokenize(line: str) -> list[str]:
    """Returns the words of a line. Raises ParseError if it is too long.

    Quoted text is one word, and so is text in parentheses directly after `-name=`. Apostrophes
    inside words are letters. Words that are only `**` are dropped, because the subjects of classic
    emails contain them.
    """
    if len(line) > MAX_LINE_LENGTH:
        raise ParseError(
            f"The line is too long. A command can have at most {MAX_LINE_LENGTH} characters."
        )
    plain = plain_signs(line)
    if _QUOTES.search(plain):
        words = [_word(match) for match in _WORD.finditer(plain)]
    else:
        words = plain.split()
    return [word for word in words if word != "**"]


def shell_words(words: Sequence[str]) -> list[str]:
    """Returns the words of a shell command.

    If the whole command was quoted as one argument, `tokenize` splits it.
    """
    return tokenize(words[0]) if len(words) == 1 else [clean(plain_signs(word)) for word in words]


def _word(match: re.Match[str]) -> str:
    text = next(part for part in match.group("a", "b", "c", "d", "e", "f") if part is not None)
    return (match["option"] or "") + text
