"""Recognize signatures, and the footers that phones and mail programs add."""

import re

from mail.reading.characters import plain_signs
from mail.reading.phrases import disclaimers
from mail.reading.phrases.footers import DEVICES, FOOTER_ENDS, FOOTER_STARTS, PROGRAM_FOOTERS
from mail.reading.phrases.list_footers import LIST_FOOTERS, LIST_MARKS, LISTSERV_FOOTER

MAX_FOOTER_LENGTH = 120
MIN_RULE_LENGTH = 10
_TAIL = re.compile(r"[,;:!?\u2014、]|\.(?=\s)|\s-\s")
_DEVICE = re.compile("|".join(map(re.escape, map(plain_signs, DEVICES))))
_STARTS, _ENDS, _PROGRAMS, _LISTS = (
    tuple(map(plain_signs, words))
    for words in (FOOTER_STARTS, FOOTER_ENDS, PROGRAM_FOOTERS, LIST_FOOTERS)
)
_HEAD = 4
_LIST_HEADS = frozenset(phrase[:_HEAD] for phrase in _LISTS)
"""The first letters of the phrases. Looking them up is quicker than trying all phrases."""
_NOTICES, _NOTICE_STARTS, _LEGAL = (
    tuple(map(plain_signs, words))
    for words in (disclaimers.CERTAIN, disclaimers.BEGINNINGS, disclaimers.LEGAL)
)
_NOTICE_HEADS = frozenset(phrase[:_HEAD] for phrase in (*_NOTICES, *_NOTICE_STARTS))
_MARK_STARTS = "-_="
_NOTICE_SIGNS = " \t*_-[(<|"
"""Signs before a notice."""
_LIST_SIGNS = " \t*<>-_|"
"""Signs before a line of a mailing list's footer: "<*> To visit your group on the web"."""


def is_signature(line: str) -> bool:
    """Whether the line is the two dashes above a signature."""
    return line == "--"


def is_list_footer(line: str) -> bool:
    """Whether a mailing list wrote the line, such as "To unsubscribe from this group".

    Everything below it is also written by the list.
    """
    if line[:1] in _MARK_STARTS and LIST_MARKS.fullmatch(line):
        return True
    text = line.lstrip(_LIST_SIGNS).lower()
    if text[:_HEAD] not in _LIST_HEADS:
        return False
    return text.startswith(_LISTS) or LISTSERV_FOOTER.match(text) is not None


def is_disclaimer(line: str) -> bool:
    """Whether a company's legal notice begins here, such as "This email is confidential and ...".

    Everything below it is also the company's.
    """
    text = line.lstrip(_NOTICE_SIGNS).lower()
    if text[:_HEAD] not in _NOTICE_HEADS:
        return False
    if text.startswith(_NOTICES):
        return True
    is_begun = text.startswith(_NOTICE_STARTS)
    return is_begun and sum(word in text for word in _LEGAL) >= disclaimers.MIN_LEGAL


def is_rule(line: str) -> bool:
    """Whether the line consists only of signs, as the lines above the footers of lists do."""
    is_long = len(line) >= MIN_RULE_LENGTH and line.isascii()
    return is_long and not line[0].isalnum() and not any(map(str.isalnum, line))


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
