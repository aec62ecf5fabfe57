"""Removal of quotations, signatures and programs' additions from the writer's own text."""

import re
from dataclasses import dataclass
from enum import Enum, auto

from mail.reading.phrases import (
    DATE_OPENERS,
    FOOTER_ENDS,
    FOOTER_STARTS,
    FORWARDED,
    LABELS,
    ORIGINAL,
    WROTE,
)
from mail.reading.text import plain_signs

MAX_MARK_LENGTH = 400
"""The longest line that programs write around quotations."""
MAX_FOOTER_LENGTH = 120
MAX_ATTRIBUTION_LINES = 4
HEAD_LINES = 8
"""The number of lines among which the labels of a quoted mail's head are searched."""
MIN_BROKEN_LENGTH, MAX_BROKEN_LENGTH = 65, 80
"""The lengths of a quoted line that was broken on the way; its rest follows unmarked."""
MIN_BROKEN_LENGTH_BETWEEN = 45
"""The shortest broken line if the line after its rest is quoted again."""

_QUOTED = re.compile(r">|[A-Z]{1,4}>(?:[> ]|$)|\|(?: |$)")
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_DATE = re.compile(r"(?:19|20|25)\d\d|\d{1,2}[:.]\d\d|\d[./-]\d{1,2}[./-]\d|\d ?年|\d ?월")
_DIGIT = re.compile(r"\d")
_WHOLE_ADDRESS = re.compile(r"[^\s<>]*@[^\s<>]*")
_WROTE = re.compile("|".join(map(re.escape, WROTE)))
_TITLES = frozenset((*ORIGINAL, *FORWARDED))
_RULE = re.compile(r"_{10,}|={20,}")
_OUR_MAILS = re.compile(r"(?:Summary of|Chat on) .+ Board \d+")
_LABEL_MARKS = "*_| \t"


class _Kind(Enum):
    OWN = auto()
    QUOTED = auto()
    """A quotation with a visible end."""
    SIGNED = auto()
    """A signature: the text after it isn't the writer's, up to a quotation with a visible end."""
    END = auto()
    """A quotation without a visible end: nothing after it counts."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """The writer's own text."""

    blocks: tuple[str, ...]
    """The blocks, one for each stretch between quotations."""
    is_open: bool
    """True if the text ends with the writer's own."""


def remove_quotations(text: str, most_lines: int | None = None) -> OwnText:
    """Returns the writer's own text, with at most this many lines of each stretch."""
    return _QuotationRemover(text.split("\n"), most_lines).run()


class _QuotationRemover:
    """Removes quotations, reading lines once, from the first to the last."""

    def __init__(self, lines: list[str], most_lines: int | None) -> None:
        self._lines = lines
        self._most_lines = most_lines
        self._plain = [plain_signs(line[: MAX_MARK_LENGTH + 1]).strip() for line in lines]
        self._quote_follows = _followed_by_quotation(self._plain)
        self._blocks: list[list[str]] = [[]]

    def run(self) -> OwnText:
        """Returns the writer's own text."""
        at, counts = 0, True
        while at < len(self._lines):
            kind, number = self._kind(at)
            if kind is _Kind.END:
                return OwnText(self._finished_blocks(), is_open=False)
            if kind is _Kind.QUOTED:
                self._blocks.append([])
            elif counts and kind is _Kind.OWN:
                self._blocks[-1].append(self._lines[at].rstrip())
            counts = kind is _Kind.QUOTED or (counts and kind is _Kind.OWN)
            at += number
        return OwnText(self._finished_blocks(), is_open=counts and any(self._blocks[-1]))

    def _finished_blocks(self) -> tuple[str, ...]:
        texts = ("\n".join(block).strip("\n").split("\n") for block in self._blocks)
        blocks = ("\n".join(lines[: self._most_lines]).rstrip() for lines in texts)
        return tuple(filter(None, blocks))

    def _kind(self, at: int) -> tuple[_Kind, int]:
        """Returns the kind of the next lines, and their number."""
        line = self._plain[at]
        if _is_quoted(line):
            return _Kind.QUOTED, 2 if self._was_broken(at) else 1
        if not line or len(line) > MAX_MARK_LENGTH:
            return _Kind.OWN, 1
        if _ends_all(line) or self._is_head(at):
            return _Kind.END, 1
        if number := self._attribution(at):
            seen = self._quote_follows[at + number]
            return (_Kind.QUOTED if seen else _Kind.END), number
        return (_Kind.SIGNED if _is_signature(line) else _Kind.OWN), 1

    def _was_broken(self, at: int) -> bool:
        """Returns True if the next line is the rest of this quoted one."""
        line, rest, below = (*self._plain[at : at + 3], "", "")[:3]
        if not rest or _is_quoted(rest):
            return False
        shortest = MIN_BROKEN_LENGTH_BETWEEN if _is_quoted(below) else MIN_BROKEN_LENGTH
        return shortest <= len(line) + len(rest.split()[0]) and len(line) <= MAX_BROKEN_LENGTH

    def _is_head(self, at: int) -> bool:
        """Returns True if a quoted mail's From, Sent, To and Subject begin here."""
        if _label(self._plain[at]) is None:
            return False
        labelled = [line for line in self._plain[at : at + HEAD_LINES] if _label(line)]
        kinds = {_label(line) for line in labelled}
        evident = any(_ADDRESS.search(line) or _has_date(line) for line in labelled)
        return "from" in kinds and len(kinds) >= (2 if evident else 3)

    def _attribution(self, at: int) -> int:
        """Returns the number of lines from here that introduce the quotation below; 0 if none."""
        for number in range(1, MAX_ATTRIBUTION_LINES + 1):
            lines = self._plain[at : at + number]
            if len(lines) < number or not all(lines) or _is_quoted(lines[-1]):
                return 0
            text = " ".join(lines)
            if self._attributes(text, at + number):
                return number if number == 1 or self._opens(lines) else 0
        return 0

    def _attributes(self, text: str, below: int) -> bool:
        """Returns True for an attribution; directly above a quotation less evidence suffices."""
        if len(text) > MAX_MARK_LENGTH:
            return False
        ends = text.endswith((":", ":)", ":*", ":-"))
        wrote = bool(_WROTE.search(text.lower()))
        address, date = bool(_ADDRESS.search(text)), _has_date(text)
        if self._quote_follows[below]:
            return (address and date) or (ends and (wrote or address or date))
        return ends and ((address and date) or (wrote and (address or date)))

    def _opens(self, lines: list[str]) -> bool:
        """Returns True if the first line belongs to the attribution, and isn't the writer's own."""
        first, rest = lines[0], " ".join(lines[1:])
        if _has_date(rest) and (_WROTE.search(rest.lower()) or _ADDRESS.search(rest)):
            return first.endswith("<")
        return bool(_has_date(first) or _ADDRESS.search(first) or first.endswith("<"))


def _is_quoted(line: str) -> bool:
    """Returns True for a marked line; some programs put the writer's initials before the mark."""
    return bool(_QUOTED.match(line))


def _has_date(text: str) -> bool:
    """Returns True if the text contains a date or time, outside of addresses."""
    bare = _WHOLE_ADDRESS.sub("", text)
    opened = bare.lower().startswith(DATE_OPENERS) and _DIGIT.search(bare)
    return bool(opened or _DATE.search(bare))


def _followed_by_quotation(lines: list[str]) -> list[bool]:
    """Returns, for each line and the end, True if the next line with text is quoted."""
    follows = [False]
    for line in reversed(lines):
        follows.append(_is_quoted(line) if line else follows[-1])
    return follows[::-1]


def _ends_all(line: str) -> bool:
    """Returns True for a line above a mail that is quoted without marks."""
    title = line.strip("-=*_ :.").lower()
    if title in _TITLES or _OUR_MAILS.match(line):
        return True
    dashed = line.startswith("---") and line.endswith("---") and line.strip("- ")
    return bool(dashed or _RULE.fullmatch(line))


def _label(line: str) -> str | None:
    """Returns the kind of a line in a mail's head."""
    name, colon, _ = line.strip(_LABEL_MARKS).partition(":")
    return LABELS.get(name.strip(_LABEL_MARKS).lower()) if colon else None


def _is_signature(line: str) -> bool:
    if line == "--":
        return True
    text = line.lower()
    return len(line) <= MAX_FOOTER_LENGTH and (
        text.startswith(FOOTER_STARTS) or text.rstrip(".。").endswith(FOOTER_ENDS)
    )
