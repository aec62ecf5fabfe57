"""Wrap the long lines of an email's text."""

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import combining, east_asian_width

from pbm.wording import WIDTH

MAX_COLUMNS = 78
"""Maximum number of columns of a line. Longer lines are wrapped to `WIDTH`."""
LINK = "://"

ENDED, STARTED = re.compile(r"[.:;!?]$"), re.compile(r"[A-Z\s]")
"""The end of a line that ends a sentence, and the start of a line that doesn't continue one."""


def wrapped(text: str) -> str:
    """Returns a text written by pbm with long lines wrapped.

    Links and indented lines are never wrapped, because indented lines are diagrams, or commands
    that readers copy. If a sentence continues below a long line, the following line is filled as
    well.
    """
    written = text.split("\n")
    if max(map(len if text.isascii() else columns, written)) <= MAX_COLUMNS:
        return text
    lines, rest = [], ""
    for line, below in pairwise([*written, ""]):
        joined = f"{rest} {line}" if rest else line
        *full, last = [joined] if joined.startswith(" ") else fold(joined).split("\n")
        continues = bool(full and below) and not (ENDED.search(joined) or STARTED.match(below))
        rest = last if continues else ""
        lines += full if continues else [*full, last]
    return "\n".join(lines)


def wrapped_player_text(text: str) -> str:
    """Returns a text written by a player with long lines wrapped, except for links."""
    return "\n".join(map(fold, text.split("\n")))


def fold(line: str) -> str:
    """Returns a line, broken into several if it is longer than `MAX_COLUMNS`."""
    return line if columns(line) <= MAX_COLUMNS else "\n".join(_folded(line))


def _folded(line: str) -> Iterator[str]:
    current = ""
    for word in line.split():
        for at, piece in enumerate(_pieces(word)):
            joined = f"{current} {piece}" if current else piece
            if at == 0 and columns(joined) <= WIDTH:
                current = joined
            else:
                if current:
                    yield current
                current = piece
    yield current


def _pieces(word: str) -> list[str]:
    """Returns a word cut into pieces of at most `WIDTH` columns. Links aren't cut."""
    if columns(word) <= WIDTH or LINK in word:
        return [word]
    pieces, width = [""], 0
    for letter in word:
        width += columns(letter)
        if width > WIDTH:
            pieces.append("")
            width = columns(letter)
        pieces[-1] += letter
    return pieces


def columns(text: str) -> int:
    """Returns the number of columns that a text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 1 + (east_asian_width(sign) in "WF") for sign in text)
