"""The lines of a mail's text: none too long, and paragraphs that mail programs may fill again.

Looked at in mutt 2.2 (at 50 and 80 columns) and Thunderbird 153 (in a narrow window): both fill the
paragraphs of format=flowed, and leave diagrams and tables as they are. Thunderbird for Android and
Apple Mail are known to do so, too. Gmail and Outlook ignore the format: they show the same lines,
and diagrams one column further right.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import combining, east_asian_width

from pbm.wording import WIDTH

MAX_COLUMNS = 78
"""The columns above which a line is wrapped, to `WIDTH`."""
SHORT = 60
"""A line of fewer columns ends with its sentence; a longer one was filled by somebody."""
LINK = "://"

ENDED, STARTED = re.compile(r"[.:;!?]$"), re.compile(r"[A-Z\s]")
"""The end of a sentence, and the start of a line that goes on with none."""
_BLOCK = re.compile(r"[^\n]+(?:\n[^\n]+)*")


def wrapped(text: str) -> str:
    """Returns the text without long lines, except for links, and lines of ours that are indented.

    Such lines are commands, which are copied, and diagrams. A sentence that goes on below a long
    line is filled with it.
    """
    written = text.split("\n")
    if max(map(len if text.isascii() else columns, written)) <= MAX_COLUMNS:
        return text
    lines, rest = [], ""
    for line, below in pairwise([*written, ""]):
        joined = f"{rest} {line}" if rest else line
        *full, last = [joined] if joined.startswith(" ") else fold(joined).split("\n")
        goes_on = bool(full and below) and not (ENDED.search(joined) or STARTED.match(below))
        rest = last if goes_on else ""
        lines += full if goes_on else [*full, last]
    return "\n".join(lines)


def wrapped_words(text: str) -> str:
    """Returns the words of a player without long lines, except for links."""
    return "\n".join(map(fold, text.split("\n")))


def fold(line: str) -> str:
    """Returns a line, in several if it is long."""
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
    """Returns a word in pieces that fit a line; a link is one."""
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


def flowed(text: str) -> str:
    """Returns the text as format=flowed; delsp=no [RFC 3676].

    Paragraphs that were filled to `WIDTH` get a space at the end of each line but the last. Blocks
    in which spaces align something stay as they are: each of their lines gets a space before it,
    which readers remove, so that they also stay aligned where no reader does.
    """
    return _BLOCK.sub(lambda block: _flowed(block[0]), text)


def _flowed(block: str) -> str:
    lines = [line.rstrip() for line in block.split("\n")]
    if any(map(_is_aligned, lines)):
        return "\n".join(f" {line}" if line else "" for line in lines)
    if len(lines) == 1:
        return _marked(lines[0], soft=False)
    soft = [*(_goes_on(line, below) for line, below in pairwise(lines)), False]
    if not all(full or columns(line) < SHORT for line, full in zip(lines[:-1], soft, strict=False)):
        soft = [False] * len(lines)  # a player broke these lines
    return "\n".join(map(_marked, lines, soft))


def _is_aligned(line: str) -> bool:
    return line.startswith(" ") or "  " in line or "\t" in line


def _goes_on(line: str, below: str) -> bool:
    """Returns True for words that fill the line, so that the next word stands below.

    A piece of a word, as in Japanese, isn't one: filling would put a space after it.
    """
    width = columns(line)
    if not below or (width >= WIDTH - 1 and " " not in line and LINK not in line):
        return False
    return width + 1 + columns(below.split(maxsplit=1)[0]) > WIDTH


def _marked(line: str, soft: bool) -> str:
    stuffed = f" {line}" if line.startswith((">", "From ")) else line
    return f"{stuffed} " if soft else stuffed
