"""Find the heads of quoted emails: titles, and lines labeled From, Sent, To and Subject."""

import re
from collections.abc import Sequence
from itertools import takewhile

from mail.reading.characters import plain_signs
from mail.reading.phrases.replies import FORWARDED, LABELS, ORIGINAL
from mail.reading.quotations.quoted_dates import has_address, has_date

HEAD_LINES = 8
"""Number of lines that are searched for the labels of a quoted email's header, such as "From:"."""
MIN_UNKNOWN_LABELS = 3
"""Minimum number of consecutive labeled lines that form a head in an unknown language."""
MIN_DASHES = 4
"""Minimum number of dashes before a title in an unknown language if text follows the title."""
_TITLES = frozenset(map(plain_signs, (*ORIGINAL, *FORWARDED)))
_TITLES_AT_START = tuple(_TITLES)
_SIGNS = "-=*_~ :.#\u2500\u2501\u2550"
_DASHED = re.compile(r"(([-=_*])\2+) ?([^-=_*\s].{1,120}?) ?\2{2,}")
_DASHES = re.compile("-{4,}")
_RULE = re.compile(r"_{10,}|={20,}|[\u2500\u2501\u2550]{10,}")
_OUR_MAILS = re.compile(
    r"(?:Summary of|Chat on) .+ Board \d+"
    # Matched in full, because a player may begin a text with "Your move, Bob."
    r"|(?:Your move, |Waiting for |Reminder: (?:it is still )?your move, )[\w.-]+\. "
    r"[\w.-]+ (?:played|offers) "
    r"|Reminder: [\w.-]+, (?:it has been your turn since|if you don't move by) [A-Z][a-z]{2} \d"
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
    """Whether the line is a title above an email that is quoted without marks."""
    title = line.strip(_SIGNS).lower()
    if title in _TITLES or _OUR_MAILS.match(line) or _RULE.fullmatch(line):
        return True
    if line.startswith("---") and line.endswith("---") and line.strip("- "):
        return True
    return _is_title_with_text(line) or bool(
        title.startswith(_TITLES_AT_START) and _begins_with_label(_after_title(title))
    )


class HeadFinder:
    """Finds the heads of quoted emails among lines. Each line is searched for labels only once."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._labels = [_labels(line) if ":" in line else [] for line in lines]
        self._evident = [
            bool(labels) and (has_address(line) or has_date(line))
            for line, labels in zip(lines, self._labels, strict=True)
        ]

    def begins(self, at: int) -> bool:
        """Whether the head of a quoted email begins at this line."""
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
        """Returns the number of lines, beginning at `at`, with recipient and subject, or 0.

        Some programs write these lines above the one with sender and date. A line of dashes may
        precede them.
        """
        first = at + bool(_DASHES.fullmatch(self._lines[at]))
        head = [*takewhile(bool, self._labels[first : at + HEAD_LINES])]
        kinds = {kind for labels in head for kind in labels}
        return first - at + len(head) if kinds == {"to", "subject"} else 0

    def _is_dated(self, start: int, end: int) -> bool:
        """Whether one of these lines has a date label followed by a date."""
        return any(
            "sent" in labels and has_date(line)
            for line, labels in zip(self._lines[start:end], self._labels[start:end], strict=True)
        )


def _is_title_with_text(line: str) -> bool:
    """Whether the line is a title between dashes, perhaps with text after it.

    The title must be a known one. In an unknown language, the text must be a label, an address or a
    date, or there must be enough dashes.
    """
    match = _DASHED.match(line)
    if not match:
        return False
    title, rest = match[3].strip(_SIGNS).lower(), line[match.end() :]
    if title in _TITLES or not match[1].startswith("---"):
        return title in _TITLES
    evident = _begins_with_label(rest) or has_address(rest) or has_date(rest)
    return evident or len(match[1]) >= MIN_DASHES


def _after_title(title: str) -> str:
    """Returns the text after the longest known title with which the line begins."""
    length = max(
        len(known_title) for known_title in _TITLES_AT_START if title.startswith(known_title)
    )
    return title[length:].strip(_SIGNS)


def _begins_with_label(text: str) -> bool:
    return bool(_LABEL.match(text.strip(_LABEL_MARKS)))


def _labels(line: str) -> list[str]:
    """Returns the kinds of all labels in a line that begins with a label.

    Some programs join several lines.
    """
    bare = line.strip(_LABEL_MARKS)
    if not _LABEL.match(bare):
        return []
    labels = (label[1].lower() for label in _LABEL.finditer(bare))
    return [_LABELS[label] for label in labels if label in _LABELS]


def _is_unknown_head(lines: Sequence[str]) -> bool:
    """Whether all lines have a label in any language, and contain an address and a date."""
    return (
        len(lines) >= MIN_UNKNOWN_LABELS
        and (has_address(lines[0]) or has_date(lines[0]))
        and all(_ANY_LABEL.match(line) for line in lines)
        and any(map(has_address, lines))
        and any(map(has_date, lines))
    )
