"""Mark paragraphs that mail programs may fill again (format=flowed, RFC 3676).

Looked at in mutt 2.2 (at 50 and 80 columns) and Thunderbird 153 (in a narrow window): both fill the
paragraphs of format=flowed, and leave diagrams and tables as they are. Thunderbird for Android and
Apple Mail are known to do so, too. Gmail and Outlook ignore the format: they show the same lines,
and diagrams one column further right.
"""

import re
from itertools import pairwise

from mail.composing.wrapping import LINK, columns
from pbm.wording import WIDTH

SHORT = 60
"""A line of fewer columns ends with its sentence; a longer one was filled by somebody."""
_BLOCK = re.compile(r"[^\n]+(?:\n[^\n]+)*")


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
