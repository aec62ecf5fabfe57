"""Text in aligned columns, read back as a table."""

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


Row = Sequence[TableCell]


def columns(lines: Sequence[str]) -> list[Row]:
    """Returns the rows of a table; none if the lines have no common columns.

    A line without a first column continues the row before it.
    """
    spans = _spans(lines)
    if not 2 <= len(spans) <= MAX_COLUMNS:
        return []
    right = [_is_right([line[first:last] for line in lines]) for first, last in spans]
    rows: list[list[str]] = []
    for line in lines:
        cells = [line[first:last].strip() for first, last in spans]
        if rows and not cells[0]:
            rows[-1] = [" ".join(filter(None, pair)) for pair in zip(rows[-1], cells, strict=True)]
        else:
            rows.append(cells)
    return [[*map(TableCell, cells, right)] for cells in rows]


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Returns the first and the last position of each column."""
    width = max(map(len, lines))
    used = "".join(
        "x" if any(line[at : at + 1].strip() for line in lines) else " " for at in range(width)
    )
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
