"""Splitting a line into words: the same for mail, shell and standard input."""

import re

from pbm.refusal import Unreadable

LONGEST_LINE = 16_000

# What phones and word processors make of plain characters, and what was meant.
_MEANT = {
    **dict.fromkeys(range(0x2010, 0x2016), "-"),
    0x2212: "-",
    **dict.fromkeys((0x2018, 0x2019, 0x201A, 0x201B, 0x2032), "'"),
    **dict.fromkeys((0x201C, 0x201D, 0x201E, 0x201F, 0x2033), '"'),
    **dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF), None),
    0x00A0: " ",
    0x202F: " ",
    0x3000: " ",
    **{0xFF01 + offset: chr(0x21 + offset) for offset in range(94)},
}

# A double hyphen before a time option becomes a long dash on phones.
_LONG_DASH_OPTION = re.compile(r"(?<!\S)[\u2014\u2015](?=[A-Za-z])")

_WORD = re.compile(
    r"""
      (?P<option>--?\w+=) (?: "(?P<a>[^"]*)" | '(?P<b>[^']*)'(?!\S) | (?P<c>\([^()]*\)) )
    | "(?P<d>[^"]*)"(?!\S)
    | '(?P<e>[^']*)'(?!\S)
    | (?P<f>\S+)
    """,
    re.VERBOSE,
)


def meant(text: str) -> str:
    """The text with plain hyphens, quotes, spaces and letters for their typographic kin."""
    return _LONG_DASH_OPTION.sub("--", text).translate(_MEANT)


def split(line: str) -> list[str]:
    """The words of a line.

    Quoted text stays together, and so do parentheses directly after `-name=`; a lone `**` is
    dropped. Apostrophes inside words are letters.
    """
    if len(line) > LONGEST_LINE:
        raise Unreadable(f"The line is too long: at most {LONGEST_LINE} characters are read.")
    words = [_word(found) for found in _WORD.finditer(meant(line))]
    return [word for word in words if word != "**"]


def _word(found: re.Match[str]) -> str:
    kept = next(part for part in found.group("a", "b", "c", "d", "e", "f") if part is not None)
    return (found["option"] or "") + kept
