"""Cutting out what the writer wrote, from between quotations, signatures and what programs add."""

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

LONGEST_MARK = 400
"""No line that programs write around quotations is longer."""
LONGEST_FOOTER = 120
MOST_ATTRIBUTION_LINES = 4
HEAD_LINES = 8
"""Among so many lines the labels of a quoted mail's head are looked for."""
SHORTEST_BROKEN, LONGEST_BROKEN = 65, 80
"""A quoted line of about this length was broken on the way; its rest stands there unmarked."""
SHORTEST_HEMMED_IN = 45
"""The same, where the next line is quoted again."""

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
    """A quotation whose end can be seen."""
    SIGNED = auto()
    """A signature: what follows isn't the writer's, up to a quotation whose end can be seen."""
    END = auto()
    """A quotation whose end can't be seen: nothing that follows counts."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """What the writer wrote."""

    blocks: tuple[str, ...]
    """One for each stretch between quotations."""
    is_open: bool
    """Whether the text ends with the writer's own."""


def remove_quotations(text: str, most_lines: int | None = None) -> OwnText:
    """The writer's own text; of each stretch at most so many lines."""
    return _QuotationRemover(text.split("\n"), most_lines).cut()


class _QuotationRemover:
    """Reads lines once, from the first to the last."""

    def __init__(self, lines: list[str], most_lines: int | None) -> None:
        self._lines = lines
        self._most_lines = most_lines
        self._plain = [plain_signs(line[: LONGEST_MARK + 1]).strip() for line in lines]
        self._quote_follows = _followed_by_quotation(self._plain)
        self._blocks: list[list[str]] = [[]]

    def cut(self) -> OwnText:
        """All of it."""
        at, counts = 0, True
        while at < len(self._lines):
            kind, number = self._kind(at)
            if kind is _Kind.END:
                return OwnText(self._written(), is_open=False)
            if kind is _Kind.QUOTED:
                self._blocks.append([])
            elif counts and kind is _Kind.OWN:
                self._blocks[-1].append(self._lines[at].rstrip())
            counts = kind is _Kind.QUOTED or (counts and kind is _Kind.OWN)
            at += number
        return OwnText(self._written(), is_open=counts and any(self._blocks[-1]))

    def _written(self) -> tuple[str, ...]:
        texts = ("\n".join(block).strip("\n").split("\n") for block in self._blocks)
        blocks = ("\n".join(lines[: self._most_lines]).rstrip() for lines in texts)
        return tuple(filter(None, blocks))

    def _kind(self, at: int) -> tuple[_Kind, int]:
        """What the next lines are, and how many they are."""
        line = self._plain[at]
        if _is_quoted(line):
            return _Kind.QUOTED, 2 if self._was_broken(at) else 1
        if not line or len(line) > LONGEST_MARK:
            return _Kind.OWN, 1
        if _ends_all(line) or self._is_head(at):
            return _Kind.END, 1
        if number := self._attribution(at):
            seen = self._quote_follows[at + number]
            return (_Kind.QUOTED if seen else _Kind.END), number
        return (_Kind.SIGNED if _is_signature(line) else _Kind.OWN), 1

    def _was_broken(self, at: int) -> bool:
        """Whether the next line is the rest of this quoted one."""
        line, rest, below = (*self._plain[at : at + 3], "", "")[:3]
        if not rest or _is_quoted(rest):
            return False
        shortest = SHORTEST_HEMMED_IN if _is_quoted(below) else SHORTEST_BROKEN
        return shortest <= len(line) + len(rest.split()[0]) and len(line) <= LONGEST_BROKEN

    def _is_head(self, at: int) -> bool:
        """Whether a quoted mail's From, Sent, To and Subject begin here."""
        if _label(self._plain[at]) is None:
            return False
        labelled = [line for line in self._plain[at : at + HEAD_LINES] if _label(line)]
        kinds = {_label(line) for line in labelled}
        evident = any(_ADDRESS.search(line) or _has_date(line) for line in labelled)
        return "from" in kinds and len(kinds) >= (2 if evident else 3)

    def _attribution(self, at: int) -> int:
        """How many lines say, from here on, who wrote what is quoted below; 0 for none."""
        for number in range(1, MOST_ATTRIBUTION_LINES + 1):
            lines = self._plain[at : at + number]
            if len(lines) < number or not all(lines) or _is_quoted(lines[-1]):
                return 0
            text = " ".join(lines)
            if self._attributes(text, at + number):
                return number if number == 1 or self._opens(lines) else 0
        return 0

    def _attributes(self, text: str, below: int) -> bool:
        """Whether it is an attribution; directly above a quotation less evidence will do."""
        if len(text) > LONGEST_MARK:
            return False
        ends = text.endswith((":", ":)", ":*", ":-"))
        wrote = bool(_WROTE.search(text.lower()))
        address, date = bool(_ADDRESS.search(text)), _has_date(text)
        if self._quote_follows[below]:
            return (address and date) or (ends and (wrote or address or date))
        return ends and ((address and date) or (wrote and (address or date)))

    def _opens(self, lines: list[str]) -> bool:
        """Whether the first line belongs to it, and isn't the writer's own above it."""
        first, rest = lines[0], " ".join(lines[1:])
        if _has_date(rest) and (_WROTE.search(rest.lower()) or _ADDRESS.search(rest)):
            return first.endswith("<")
        return bool(_has_date(first) or _ADDRESS.search(first) or first.endswith("<"))


def _is_quoted(line: str) -> bool:
    """Whether it has a mark; some programs put the initials of its writer before it."""
    return bool(_QUOTED.match(line))


def _has_date(text: str) -> bool:
    """Whether it names a date or time; our own addresses hold numbers too."""
    bare = _WHOLE_ADDRESS.sub("", text)
    opened = bare.lower().startswith(DATE_OPENERS) and _DIGIT.search(bare)
    return bool(opened or _DATE.search(bare))


def _followed_by_quotation(lines: list[str]) -> list[bool]:
    """For each line, and the end, whether the first line from there on with text is quoted."""
    follows = [False]
    for line in reversed(lines):
        follows.append(_is_quoted(line) if line else follows[-1])
    return follows[::-1]


def _ends_all(line: str) -> bool:
    """Whether it stands above a mail that is quoted without marks."""
    title = line.strip("-=*_ :.").lower()
    if title in _TITLES or _OUR_MAILS.match(line):
        return True
    dashed = line.startswith("---") and line.endswith("---") and line.strip("- ")
    return bool(dashed or _RULE.fullmatch(line))


def _label(line: str) -> str | None:
    """Which line of a mail's head it is."""
    name, colon, _ = line.strip(_LABEL_MARKS).partition(":")
    return LABELS.get(name.strip(_LABEL_MARKS).lower()) if colon else None


def _is_signature(line: str) -> bool:
    if line == "--":
        return True
    text = line.lower()
    return len(line) <= LONGEST_FOOTER and (
        text.startswith(FOOTER_STARTS) or text.rstrip(".。").endswith(FOOTER_ENDS)
    )
