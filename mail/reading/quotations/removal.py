"""Remove quotations, signatures and the additions of mail programs from an email's text.

Takes the text and returns an `OwnText`, with one block for each passage between quotations.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto

from mail.reading.characters import plain_signs
from mail.reading.quotations.attributions import attribution_length, is_attribution_with_quotation
from mail.reading.quotations.quoted_dates import has_date
from mail.reading.quotations.quoted_heads import HeadFinder, is_title
from mail.reading.quotations.signatures import (
    is_disclaimer,
    is_footer,
    is_list_footer,
    is_rule,
    is_signature,
)

MAX_MARK_LENGTH = 400
"""Maximum length of the lines that mail programs write around quotations."""
MIN_BROKEN_LENGTH, MAX_BROKEN_LENGTH = 65, 80
"""Bounds for a quoted line that a mail program may have broken, so that its rest has no mark.

The line has at most MAX_BROKEN_LENGTH characters. With the next line's first word, it would have
had at least MIN_BROKEN_LENGTH.
"""
MIN_BROKEN_LENGTH_BETWEEN = 45
"""Minimum length of such a line if the line after its rest is quoted again."""
MAX_OWN_LINES = 500
"""Number of own lines after which only marked quotations are found, because others take longer."""
GROUPWISE = ">>>"
"""GroupWise's mark on both sides of a line with sender and date. Some versions end it with a colon.
"""
_QUOTED = re.compile(r">|&gt;|[A-Z]{1,4}>(?:[> ]|$)|[|»](?: |$)")


class _Kind(Enum):
    OWN = auto()
    QUOTED = auto()
    """A quotation with a visible end."""
    FOOTER = auto()
    """A program's footer. Text below it is the writer's own only if no own text precedes the
    footer.
    """
    SIGNED = auto()
    """A signature, or the footer of a mailing list. Text after it is ignored up to a quotation with
    a visible end.
    """
    END = auto()
    """A quotation without a visible end. All text after it is ignored."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """The text typed by the writer of an email."""

    blocks: tuple[str, ...]
    """One block for each passage between quotations."""
    is_open: bool
    """Whether the email ends with text of the writer."""
    has_quotation: bool
    above: tuple[str, ...] = ()
    """The quotation above each block, or "" if there is none."""


def remove_quotations(text: str, most_lines: int | None = None) -> OwnText:
    """Returns the text typed by the writer. `most_lines`: maximum number of lines of each block."""
    return _QuotationRemover(text, most_lines).run()


class _QuotationRemover:
    """Removes quotations in one pass over the lines."""

    def __init__(self, text: str, most_lines: int | None) -> None:
        self._lines = text.split("\n")
        self._most_lines = most_lines
        cut = [line[: MAX_MARK_LENGTH + 1] for line in self._lines]
        plain = cut if text.isascii() else map(plain_signs, cut)
        self._plain = [line.strip() for line in plain]
        # Some programs put the writer's initials before the quotation mark.
        self._quoted = [bool(_QUOTED.match(line)) for line in self._plain]
        self._quote_follows = _followed_by_quotation(self._plain, self._quoted)
        self._heads = HeadFinder(self._plain)
        self._blocks: list[list[str]] = [[]]
        self._above: list[list[str]] = [[]]
        """The quoted lines above each block."""
        self._has_quotation = False
        self._own_lines = 0
        """Number of non-empty lines found so far that are the writer's own."""

    def run(self) -> OwnText:
        at, counts = 0, True
        while at < len(self._lines):
            kind, number = self._kind(at)
            if kind is _Kind.END:
                return self._own_text(is_open=False, has_quotation=True)
            if kind is _Kind.QUOTED:
                self._end_block(self._lines[at : at + number])
            elif counts and kind is _Kind.OWN:
                self._blocks[-1].append(self._lines[at].rstrip())
                self._own_lines += bool(self._plain[at])
            first = kind is _Kind.FOOTER and not any(self._blocks[-1])
            counts = kind is _Kind.QUOTED or (counts and (first or kind is _Kind.OWN))
            at += number
        is_open = counts and any(self._blocks[-1])
        return self._own_text(is_open=is_open, has_quotation=self._has_quotation)

    def _end_block(self, quotation: list[str]) -> None:
        """Starts a new block for the text after a quotation."""
        self._has_quotation = True
        if self._blocks[-1]:
            self._blocks.append([])
            self._above.append([])
        self._above[-1] += quotation

    def _own_text(self, *, is_open: bool, has_quotation: bool) -> OwnText:
        blocks: list[str] = []
        above: list[str] = []
        quoted: list[str] = []
        for block, quotation in zip(self._blocks, self._above, strict=True):
            quoted += quotation
            lines = "\n".join(block).strip("\n").split("\n")
            if text := "\n".join(lines[: self._most_lines]).rstrip():
                blocks.append(text)
                above.append("\n".join(quoted))
                quoted = []
        return OwnText(tuple(blocks), is_open, has_quotation, tuple(above))

    def _kind(self, at: int) -> tuple[_Kind, int]:
        """Returns the kind of the passage that begins at this line, and its number of lines."""
        line = self._plain[at]
        if self._quoted[at]:
            if self._is_unmarked_below(at):
                return _Kind.END, 1
            return _Kind.QUOTED, self._quoted_length(at)
        if not line or self._own_lines >= MAX_OWN_LINES:
            return _Kind.OWN, 1
        if is_title(line) or self._heads.begins(at) or is_attribution_with_quotation(line):
            return _Kind.END, 1
        if self._is_disclaimer(at):
            return _Kind.FOOTER, 1
        if len(line) > MAX_MARK_LENGTH:
            return _Kind.OWN, 1
        head = self._heads.addressed_length(at)
        if number := attribution_length(self._plain, at + head, self._quote_follows):
            seen = self._quote_follows[at + head + number]
            return (_Kind.QUOTED if seen else _Kind.END), head + number
        if is_signature(line) or is_list_footer(line) or self._is_above_list_footer(at):
            return _Kind.SIGNED, 1
        return (_Kind.FOOTER if is_footer(line) else _Kind.OWN), 1

    def _is_above_list_footer(self, at: int) -> bool:
        """Whether this line of signs separates the text from a footer of a list or a company."""
        if not is_rule(self._plain[at]):
            return False
        below = next(filter(None, self._plain[at + 1 :]), "")
        return is_list_footer(below) or is_disclaimer(below)

    def _is_disclaimer(self, at: int) -> bool:
        """Whether a company's notice begins on this line, which a program may have broken."""
        line = self._plain[at]
        is_long = len(line) >= MIN_BROKEN_LENGTH_BETWEEN
        return is_disclaimer(" ".join(self._plain[at : at + 2]) if is_long else line)

    def _quoted_length(self, at: int) -> int:
        """Returns the number of quoted lines, including the rest of one that was broken."""
        end = at + 1
        while (
            end < len(self._quoted)
            and self._quoted[end]
            and not self._plain[end].startswith(GROUPWISE)
        ):
            end += 1
        return end - at + self._was_broken(end - 1)

    def _is_unmarked_below(self, at: int) -> bool:
        """Whether this is GroupWise's line above a quotation whose lines have no marks."""
        line = self._plain[at]
        if not line.startswith(GROUPWISE) or self._quote_follows[at + 1]:
            return False
        return line.endswith((GROUPWISE, ":")) and has_date(line)

    def _was_broken(self, at: int) -> bool:
        """Whether a mail program broke this quoted line, so that its rest is on the next line."""
        quoted, below_quoted = (*self._quoted[at + 1 : at + 3], False, False)[:2]
        if quoted or at + 1 == len(self._plain) or not (rest := self._plain[at + 1]):
            return False
        line = self._plain[at]
        shortest = MIN_BROKEN_LENGTH_BETWEEN if below_quoted else MIN_BROKEN_LENGTH
        return shortest <= len(line) + len(rest.split()[0]) and len(line) <= MAX_BROKEN_LENGTH


def _followed_by_quotation(lines: list[str], quoted: list[bool]) -> list[bool]:
    """Returns for each line whether the first line with text at or after it is quoted.

    The list has an additional item for the end of the text.
    """
    follows = [False]
    for line, is_quoted in zip(reversed(lines), reversed(quoted), strict=True):
        follows.append(is_quoted if line else follows[-1])
    return follows[::-1]
