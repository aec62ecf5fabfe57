"""Removal of quotations, signatures and programs' additions from the writer's own text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import takewhile

from mail.reading.attributions import attributes_in_line, attribution_length, has_address, has_date
from mail.reading.phrases.footers import DEVICES, FOOTER_ENDS, FOOTER_STARTS, PROGRAM_FOOTERS
from mail.reading.phrases.replies import FORWARDED, LABELS, ORIGINAL
from mail.reading.text import plain_signs

# Heads of quoted mails: title lines, and the labelled lines with sender, date and subject.

HEAD_LINES = 8
"""The number of lines among which the labels of a quoted mail's head are searched."""
MIN_UNKNOWN_LABELS = 3
"""The fewest labelled lines, one after another, that are a head in a language not listed."""
MIN_DASHES = 4
"""The fewest dashes around a title in a language not listed, if anything stands after it."""

_TITLES = frozenset(map(plain_signs, (*ORIGINAL, *FORWARDED)))
_TITLES_AT_START = tuple(_TITLES)
_SIGNS = "-=*_~ :.#\u2500\u2501\u2550"
_DASHED = re.compile(r"(([-=_*])\2+) ?([^-=_*\s].{1,120}?) ?\2{2,}")
_DASHES = re.compile("-{4,}")
_RULE = re.compile(r"_{10,}|={20,}|[\u2500\u2501\u2550]{10,}")
_OUR_MAILS = re.compile(
    r"(?:Summary of|Chat on) .+ Board \d+"
    # the HTML's first lines, whole: "Your move, Bob." alone may be a player's own words
    r"|(?:Your move, |Waiting for |Reminder: it is still your move, )[\w.-]+\. "
    r"[\w.-]+ (?:played|offers) "
    r"|[\w.-]+ ha(?:s|ve) (?:[\w ]{1,40} left|\d+ (?:day|hour)[\w ]{0,30}), until [A-Z][a-z]+day "
)
_LABELS = {plain_signs(label): kind for label, kind in LABELS.items()}
_LABEL_MARKS = "*_| \t"
_LABEL = re.compile(
    rf"(?:^|[\s*_|>])({'|'.join(sorted(map(re.escape, _LABELS), key=len, reverse=True))})"
    r"[ \t]{0,2}[*_]{0,2}[ \t]?:",
    re.IGNORECASE,
)
_ANY_LABEL = re.compile(r"[*_]{0,2}[^\W\d_][^:\d<>@.,!?]{0,24}:[*_]{0,2} +[^\s)(]")


def is_title(line: str) -> bool:
    """Returns True for a line above a mail that is quoted without marks."""
    title = line.strip(_SIGNS).lower()
    if title in _TITLES or _OUR_MAILS.match(line) or _RULE.fullmatch(line):
        return True
    if line.startswith("---") and line.endswith("---") and line.strip("- "):
        return True
    return _is_title_with_text(line) or bool(
        title.startswith(_TITLES_AT_START) and _begins_with_label(_after_title(title))
    )


class HeadFinder:
    """Finds the heads of quoted mails among lines; each line is looked at once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._labels = [_labels(line) for line in lines]
        self._evident = [
            bool(labels) and (has_address(line) or has_date(line))
            for line, labels in zip(lines, self._labels, strict=True)
        ]

    def begins(self, at: int) -> bool:
        """Returns True if a quoted mail's From, Sent, To and Subject begin here."""
        if not self._labels[at]:
            return ":" in self._lines[at] and _is_unknown_head(
                self._lines[at : at + MIN_UNKNOWN_LABELS]
            )
        end = at + HEAD_LINES
        kinds = {kind for labels in self._labels[at:end] for kind in labels}
        evident = any(self._evident[at:end])
        if "from" in kinds:
            return len(kinds) >= (2 if evident else 3)
        return "sent" in kinds and len(kinds) >= 2 and self._is_dated(at, end)

    def addressed_length(self, at: int) -> int:
        """Returns the number of lines from here with recipient and subject, perhaps below dashes.

        Some programs write them above the line with sender and date; 0 if there are none.
        """
        first = at + bool(_DASHES.fullmatch(self._lines[at]))
        head = [*takewhile(bool, self._labels[first : at + HEAD_LINES])]
        kinds = {kind for labels in head for kind in labels}
        return first - at + len(head) if kinds == {"to", "subject"} else 0

    def _is_dated(self, start: int, end: int) -> bool:
        """Returns True if a line between has the label of a date, and a date."""
        return any(
            "sent" in labels and has_date(line)
            for line, labels in zip(self._lines[start:end], self._labels[start:end], strict=True)
        )


def _is_title_with_text(line: str) -> bool:
    """Returns True for a title between dashes with anything after it; a listed or evident one."""
    found = _DASHED.match(line)
    if not found:
        return False
    title, rest = found[3].strip(_SIGNS).lower(), line[found.end() :]
    if title in _TITLES or not found[1].startswith("---"):
        return title in _TITLES
    evident = _begins_with_label(rest) or has_address(rest) or has_date(rest)
    return evident or len(found[1]) >= MIN_DASHES


def _after_title(title: str) -> str:
    """Returns the text after the longest listed title that a line begins with."""
    length = max(len(each) for each in _TITLES_AT_START if title.startswith(each))
    return title[length:].strip(_SIGNS)


def _begins_with_label(text: str) -> bool:
    return bool(_LABEL.match(text.strip(_LABEL_MARKS)))


def _labels(line: str) -> list[str]:
    """Returns the kinds of the labels in a line that begins with one; some programs join lines."""
    bare = line.strip(_LABEL_MARKS)
    if ":" not in bare or not _LABEL.match(bare):
        return []
    found = (label[1].lower() for label in _LABEL.finditer(bare))
    return [_LABELS[label] for label in found if label in _LABELS]


def _is_unknown_head(lines: Sequence[str]) -> bool:
    """Returns True for labelled lines, in whatever language, with an address and a date."""
    return (
        len(lines) >= MIN_UNKNOWN_LABELS
        and (has_address(lines[0]) or has_date(lines[0]))
        and all(_ANY_LABEL.match(line) for line in lines)
        and any(map(has_address, lines))
        and any(map(has_date, lines))
    )


# Signatures, and the footers that telephones and mail programs add.

MAX_FOOTER_LENGTH = 120

_TAIL = re.compile(r"[,;:!?\u2014、]|\.(?=\s)|\s-\s")
_DEVICE = re.compile("|".join(map(re.escape, map(plain_signs, DEVICES))))
_STARTS, _ENDS, _PROGRAMS = (
    tuple(map(plain_signs, words)) for words in (FOOTER_STARTS, FOOTER_ENDS, PROGRAM_FOOTERS)
)


def is_signature(line: str) -> bool:
    """Returns True for the line of two dashes above a signature."""
    return line == "--"


def is_footer(line: str) -> bool:
    """Returns True for a line such as "Sent from my iPhone".

    One that names no known device or program has no more words after a comma, and begins with a
    name: "Sent with love" and "Sent from my desk, where I sit" are a person's words.
    """
    own = line.lstrip("[(*_<-~ ").rstrip("*_ ")
    text = own.lower()
    if len(line) > MAX_FOOTER_LENGTH:
        return False
    if text.startswith(_PROGRAMS):
        return True
    begins = text.startswith(_STARTS)
    if not (begins or text.rstrip(".。)]!").endswith(_ENDS)):
        return False
    start = max(len(each) for each in _STARTS if text.startswith(each)) if begins else 0
    head = _TAIL.split(text.rstrip(".。!)] "), maxsplit=1)
    return bool(_DEVICE.search(text)) or (len(head) == 1 and _begins_with_name(own[start or 1 :]))


def _begins_with_name(text: str) -> bool:
    """Returns True unless the letters of both first words are small, in a script with capitals."""
    words = " ".join(text.split()[:2])
    return words != words.lower() or not any(letter.islower() for letter in words)


MAX_MARK_LENGTH = 400
"""The longest line that programs write around quotations."""
MIN_BROKEN_LENGTH, MAX_BROKEN_LENGTH = 65, 80
"""The lengths of a quoted line that was broken on the way; its rest follows unmarked."""
MIN_BROKEN_LENGTH_BETWEEN = 45
"""The shortest broken line if the line after its rest is quoted again."""
MAX_OWN_LINES = 500
"""The number of own lines after which only marked quotations are found: others cost more."""
GROUPWISE = ">>>"
"""The mark on both sides of a line with sender and date; some versions end it with a colon."""

_QUOTED = re.compile(r">|&gt;|[A-Z]{1,4}>(?:[> ]|$)|[|»](?: |$)")


class _Kind(Enum):
    OWN = auto()
    QUOTED = auto()
    """A quotation with a visible end."""
    FOOTER = auto()
    """A program's footer; what the writer typed below one that stands first is their own."""
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
    has_quotation: bool
    """True if a quotation was found."""


def remove_quotations(text: str, most_lines: int | None = None) -> OwnText:
    """Returns the writer's own text, with at most this many lines of each stretch."""
    return _QuotationRemover(text.split("\n"), most_lines).run()


class _QuotationRemover:
    """Removes quotations, reading lines once, from the first to the last."""

    def __init__(self, lines: list[str], most_lines: int | None) -> None:
        self._lines = lines
        self._most_lines = most_lines
        self._plain = [plain_signs(line[: MAX_MARK_LENGTH + 1]).strip() for line in lines]
        self._quoted = [_is_quoted(line) for line in self._plain]
        self._quote_follows = _followed_by_quotation(self._plain, self._quoted)
        self._heads = HeadFinder(self._plain)
        self._blocks: list[list[str]] = [[]]
        self._has_quotation = False
        self._own_lines = 0
        """The number of lines with text that were found to be the writer's own."""

    def run(self) -> OwnText:
        """Returns the writer's own text."""
        at, counts = 0, True
        while at < len(self._lines):
            kind, number = self._kind(at)
            if kind is _Kind.END:
                return OwnText(self._finished_blocks(), is_open=False, has_quotation=True)
            if kind is _Kind.QUOTED:
                self._end_block()
            elif counts and kind is _Kind.OWN:
                self._blocks[-1].append(self._lines[at].rstrip())
                self._own_lines += bool(self._plain[at])
            first = kind is _Kind.FOOTER and not any(self._blocks[-1])
            counts = kind is _Kind.QUOTED or (counts and (first or kind is _Kind.OWN))
            at += number
        is_open = counts and any(self._blocks[-1])
        return OwnText(self._finished_blocks(), is_open, has_quotation=self._has_quotation)

    def _end_block(self) -> None:
        """Has the writer's next lines begin a block, as a quotation stands between."""
        self._has_quotation = True
        if self._blocks[-1]:
            self._blocks.append([])

    def _finished_blocks(self) -> tuple[str, ...]:
        texts = ("\n".join(block).strip("\n").split("\n") for block in self._blocks)
        blocks = ("\n".join(lines[: self._most_lines]).rstrip() for lines in texts)
        return tuple(filter(None, blocks))

    def _kind(self, at: int) -> tuple[_Kind, int]:
        """Returns the kind of the next lines, and their number."""
        line = self._plain[at]
        if self._quoted[at]:
            if self._is_unmarked_below(at):
                return _Kind.END, 1
            return _Kind.QUOTED, self._quoted_length(at)
        if not line or self._own_lines >= MAX_OWN_LINES:
            return _Kind.OWN, 1
        if is_title(line) or self._heads.begins(at) or attributes_in_line(line):
            return _Kind.END, 1
        if len(line) > MAX_MARK_LENGTH:
            return _Kind.OWN, 1
        head = self._heads.addressed_length(at)
        if number := attribution_length(self._plain, at + head, self._quote_follows):
            seen = self._quote_follows[at + head + number]
            return (_Kind.QUOTED if seen else _Kind.END), head + number
        if is_signature(line):
            return _Kind.SIGNED, 1
        return (_Kind.FOOTER if is_footer(line) else _Kind.OWN), 1

    def _quoted_length(self, at: int) -> int:
        """Returns the number of quoted lines from here, with the rest of one that was broken."""
        end = at + 1
        while (
            end < len(self._quoted)
            and self._quoted[end]
            and not self._plain[end].startswith(GROUPWISE)
        ):
            end += 1
        return end - at + self._was_broken(end - 1)

    def _is_unmarked_below(self, at: int) -> bool:
        """Returns True for the line with which GroupWise introduces a quotation without marks."""
        line = self._plain[at]
        if not line.startswith(GROUPWISE) or self._quote_follows[at + 1]:
            return False
        return line.endswith((GROUPWISE, ":")) and has_date(line)

    def _was_broken(self, at: int) -> bool:
        """Returns True if the next line is the rest of this quoted one."""
        quoted, below_quoted = (*self._quoted[at + 1 : at + 3], False, False)[:2]
        if quoted or at + 1 == len(self._plain) or not (rest := self._plain[at + 1]):
            return False
        line = self._plain[at]
        shortest = MIN_BROKEN_LENGTH_BETWEEN if below_quoted else MIN_BROKEN_LENGTH
        return shortest <= len(line) + len(rest.split()[0]) and len(line) <= MAX_BROKEN_LENGTH


def _is_quoted(line: str) -> bool:
    """Returns True for a marked line; some programs put the writer's initials before the mark."""
    return bool(_QUOTED.match(line))


def _followed_by_quotation(lines: list[str], quoted: list[bool]) -> list[bool]:
    """Returns, for each line and the end, True if the next line with text is quoted."""
    follows = [False]
    for line, is_quoted in zip(reversed(lines), reversed(quoted), strict=True):
        follows.append(is_quoted if line else follows[-1])
    return follows[::-1]
