"""Read text in aligned columns back as a table."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_COLUMNS = 10
"""More are a diagram."""


class TableCell(NamedTuple):
    """A cell's text."""

    text: str
    right: bool
    """True if its column is aligned at the right."""
    head: bool = False
    """True if it names its column."""


Row = Sequence[TableCell]


def columns(lines: Sequence[str]) -> list[Row]:
    """Returns the rows of a table; none if the lines have no common columns.

    A line without a first column continues the row before it.
    """
    if paired := _paired(lines):
        return paired
    spans = _spans([line for line, below in _pairs(lines) if not _is_alone(line, below)])
    if not 2 <= len(spans) <= MAX_COLUMNS:
        return []
    right = [_is_right([line[first:last] for line in lines]) for first, last in spans]
    rows: list[list[str]] = []
    for line, below in _pairs(lines):
        alone = _is_alone(line, below)
        cells = [line[first:last].strip() for first, last in spans]
        cells = [line.strip(), *[""] * (len(spans) - 1)] if alone else cells
        if rows and not cells[0]:
            rows[-1] = [" ".join(filter(None, pair)) for pair in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    headed = _has_head(rows)
    return [
        [TableCell(*cell, headed and number == 0) for cell in zip(cells, right, strict=True)]
        for number, cells in enumerate(rows)
    ]


def _paired(lines: Sequence[str]) -> list[Row]:
    """Returns a row for each line with a more indented one below it; none if there are others."""
    couples = list(zip(lines[::2], lines[1::2], strict=False))
    deeper = all(indent(first) < indent(below) for first, below in couples)
    gaps = any("  " in line.strip() for line in lines)
    if len(lines) % 2 or gaps or not deeper:
        return []
    return [[TableCell(line.strip(), right=False) for line in couple] for couple in couples]


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _has_head(rows: Sequence[Sequence[str]]) -> bool:
    """Returns True if numbers stand below words: the first row names the columns."""
    numbers = [any(cell[:1].isdigit() for cell in row) for row in rows]
    return len(rows) > 1 and not numbers[0] and all(numbers[1:])


def _pairs(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields each line with the one below it; the last with an empty one."""
    return zip(lines, [*lines[1:], ""], strict=True)


def _is_alone(line: str, below: str) -> bool:
    """Returns True for a first cell too long for its column.

    Its row goes on in the next line, or has no other cell.
    """
    is_first = 0 < indent(line) <= 2
    return "  " not in line.strip() and (is_first or indent(below) > indent(line) + 4)


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the first and the last position of each column."""
    # character by character: a message may have one long line among thousands
    filled = {at for line in lines for at, letter in enumerate(line) if not letter.isspace()}
    used = "".join("x" if at in filled else " " for at in range(max(filled, default=-1) + 1))
    return [(span.start(), span.end()) for span in _between(used)]


def _between(used: str) -> Iterator[re.Match[str]]:
    """Yields the stretches that no gap of two spaces interrupts."""
    return re.finditer(r"x(?: ?x)*", used)


def _is_right(cells: Sequence[str]) -> bool:
    """Returns True if the texts end at the same position, but don't begin at one."""
    filled = [cell for cell in cells if cell.strip()]
    ends = {len(cell.rstrip()) for cell in filled}
    begins = {len(cell) - len(cell.lstrip()) for cell in filled}
    return len(ends) == 1 and len(begins) > 1
