"""The tokenizer of command lines, the same for email, shell and standard input."""

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
"""Signs that may hold words together; without them `_WORD` finds what stands between spaces."""


def tokenize(line: str) -> list[str]:
    """Returns the words of a line; raises ParseError if it is too long.

    Quoted text stays together, and so do parentheses directly after `-name=`; a lone `**` is
    dropped. Apostrophes inside words are letters.
    """
    if len(line) > MAX_LINE_LENGTH:
        raise ParseError(f"The line is too long: at most {MAX_LINE_LENGTH} characters are read.")
    plain = plain_signs(line)
    if _QUOTES.search(plain):
        words = [_word(found) for found in _WORD.finditer(plain)]
    else:
        words = plain.split()
    return [word for word in words if word != "**"]


def shell_words(words: Sequence[str]) -> list[str]:
    """Returns the words of a line in the shell; one that was quoted as a whole is split as here."""
    return tokenize(words[0]) if len(words) == 1 else [clean(plain_signs(word)) for word in words]


def _word(found: re.Match[str]) -> str:
    text = next(part for part in found.group("a", "b", "c", "d", "e", "f") if part is not None)
    return (found["option"] or "") + text
