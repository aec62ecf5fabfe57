"""Recognizes text in aligned columns and reads it back as table rows."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MAX_COLUMNS = 10
"""Maximum number of columns in a table. Text with more columns is a diagram."""


class TableCell(NamedTuple):
    text: str
    right: bool
    """Whether its column is right-aligned."""
    head: bool = False
    """Whether it is a column heading."""


Row = Sequence[TableCell]


def columns(lines: Sequence[str]) -> list[Row]:
    """Returns the rows of a table. Empty if the lines have no common columns.

    A line whose first column is blank continues the row above it.
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
    """Reads pairs of lines, each with a more indented line below it, as rows of two cells.

    Empty if the lines don't all pair up.
    """
    couples = list(zip(lines[::2], lines[1::2], strict=False))
    deeper = all(indent(first) < indent(below) for first, below in couples)
    gaps = any("  " in line.strip() for line in lines)
    if len(lines) % 2 or gaps or not deeper:
        return []
    return [[TableCell(line.strip(), right=False) for line in couple] for couple in couples]


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _has_head(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row contains column headings.

    It does if it has no numbers and all other rows do.
    """
    numbers = [any(cell[:1].isdigit() for cell in row) for row in rows]
    return len(rows) > 1 and not numbers[0] and all(numbers[1:])


def _pairs(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields each line with the line below it. The line below the last one is empty."""
    return zip(lines, [*lines[1:], ""], strict=True)


def _is_alone(line: str, below: str) -> bool:
    """Whether a line is the first cell of a row and too long for its column.

    The rest of its row is on the next line or is empty.
    """
    is_first = 0 < indent(line) <= 2
    return "  " not in line.strip() and (is_first or indent(below) > indent(line) + 4)


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the start and end of each column."""
    # Works on characters instead of padded lines: a message may have one long line among thousands.
    filled = {at for line in lines for at, letter in enumerate(line) if not letter.isspace()}
    used = "".join("x" if at in filled else " " for at in range(max(filled, default=-1) + 1))
    return [(span.start(), span.end()) for span in _between(used)]


def _between(used: str) -> Iterator[re.Match[str]]:
    """Yields the stretches of used columns that are separated by at least two spaces."""
    return re.finditer(r"x(?: ?x)*", used)


def _is_right(cells: Sequence[str]) -> bool:
    """Whether the texts end at the same position but start at different ones."""
    filled = [cell for cell in cells if cell.strip()]
    ends = {len(cell.rstrip()) for cell in filled}
    begins = {len(cell) - len(cell.lstrip()) for cell in filled}
    return len(ends) == 1 and len(begins) > 1
