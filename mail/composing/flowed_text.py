"""Mark paragraphs that mail programs may refill (format=flowed, RFC 3676).

Tested in mutt 2.2 (at 50 and 80 columns) and Thunderbird 153 (in a narrow window). Both refill
paragraphs of format=flowed, and leave diagrams and tables unchanged. Thunderbird for Android and
Apple Mail are known to do the same. Gmail and Outlook ignore the format: they keep the line breaks,
and show diagrams one column further right.
"""

import re
from itertools import pairwise

from mail.composing.wrapping import LINK, columns
from pbm.wording import WIDTH

SHORT = 60
"""If a line isn't full and has at least this many columns, a player broke it. Shorter lines may end
a sentence.
"""
_ALIGNED = re.compile(r"^ |  |\t", re.MULTILINE)
_BLOCK = re.compile(r"[^\n]+(?:\n[^\n]+)*")


def flowed(text: str) -> str:
    """Returns the text as format=flowed; delsp=no (RFC 3676).

    In paragraphs that pbm filled to `WIDTH`, each line except the last gets a trailing space.
    Blocks that use spaces for alignment, such as diagrams, keep their lines, and each line gets a
    leading space. Mail programs that support format=flowed remove that space. In other programs,
    the block is still aligned.
    """
    return _BLOCK.sub(_flowed, text)


def _flowed(block: re.Match[str]) -> str:
    lines = [line.rstrip() for line in block[0].split("\n")]
    if _ALIGNED.search("\n".join(lines)):
        return "\n".join([f" {line}" if line else "" for line in lines])
    if len(lines) == 1:
        return _marked(lines[0], soft=False)
    soft = [*(_is_full(line, below) for line, below in pairwise(lines)), False]
    if not all(full or columns(line) < SHORT for line, full in zip(lines[:-1], soft, strict=False)):
        soft = [False] * len(lines)  # a player chose these line breaks
    return "\n".join(map(_marked, lines, soft))


def _is_full(line: str, below: str) -> bool:
    """Whether the line is full: the first word of the line below wouldn't have fitted.

    A line without spaces, as in Japanese, isn't flowed, because a mail program that refills it
    would insert a space into a word. A link is.
    """
    width = columns(line)
    if not below or (width >= WIDTH - 1 and " " not in line and LINK not in line):
        return False
    return width + 1 + columns(below.split(maxsplit=1)[0]) > WIDTH


def _marked(line: str, soft: bool) -> str:
    stuffed = f" {line}" if line.startswith((">", "From ")) else line
    return f"{stuffed} " if soft else stuffed
