"""Recognize signatures, and the footers that phones and mail programs add."""

import re

from mail.reading.characters import plain_signs
from mail.reading.phrases.footers import DEVICES, FOOTER_ENDS, FOOTER_STARTS, PROGRAM_FOOTERS

MAX_FOOTER_LENGTH = 120
_TAIL = re.compile(r"[,;:!?\u2014、]|\.(?=\s)|\s-\s")
_DEVICE = re.compile("|".join(map(re.escape, map(plain_signs, DEVICES))))
_STARTS, _ENDS, _PROGRAMS = (
    tuple(map(plain_signs, words)) for words in (FOOTER_STARTS, FOOTER_ENDS, PROGRAM_FOOTERS)
)


def is_signature(line: str) -> bool:
    """Whether the line is the two dashes above a signature."""
    return line == "--"


def is_footer(line: str) -> bool:
    """Whether the line is a footer such as "Sent from my iPhone".

    If it names no known device or program, a name must follow, and no more words after a comma.
    "Sent with love" and "Sent from my desk, where I sit" are a person's words.
    """
    words = line.lstrip("[(*_<-~ ").rstrip("*_ ")
    text = words.lower()
    if len(line) > MAX_FOOTER_LENGTH:
        return False
    if text.startswith(_PROGRAMS):
        return True
    begins = text.startswith(_STARTS)
    if not (begins or text.rstrip(".。)]!").endswith(_ENDS)):
        return False
    start = max(len(prefix) for prefix in _STARTS if text.startswith(prefix)) if begins else 0
    head = _TAIL.split(text.rstrip(".。!)] "), maxsplit=1)
    return bool(_DEVICE.search(text)) or (len(head) == 1 and _begins_with_name(words[start or 1 :]))


def _begins_with_name(text: str) -> bool:
    """Whether the first two words contain a capital letter, or are in a script without capitals."""
    words = " ".join(text.split()[:2])
    return words != words.lower() or not any(letter.islower() for letter in words)
