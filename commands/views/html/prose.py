"""Text wrapped for 80 columns, split into blocks for HTML of any width."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from commands.messages.content import Table

# Text in aligned columns, read back as a table.

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
    deeper = all(_indent(first) < _indent(below) for first, below in couples)
    gaps = any("  " in line.strip() for line in lines)
    if len(lines) % 2 or gaps or not deeper:
        return []
    return [[TableCell(line.strip(), right=False) for line in couple] for couple in couples]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _has_head(rows: Sequence[Sequence[str]]) -> bool:
    """Returns True if numbers stand below words: the first row names the columns."""
    numbers = [any(cell[:1].isdigit() for cell in row) for row in rows]
    return len(rows) > 1 and not numbers[0] and all(numbers[1:])


def _pairs(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yields each line with the one below it; the last with an empty one."""
    return zip(lines, [*lines[1:], ""], strict=True)


def _is_alone(line: str, below: str) -> bool:
    """Returns True for a first cell too long for its column, also at the end of a table.

    Its row goes on in the next line, if there is one.
    """
    at_end = not below and 0 < _indent(line) <= 2
    return "  " not in line.strip() and (at_end or _indent(below) > _indent(line) + 4)


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


BULLET = "- "
BRANCH = "+- "
"""The sign before each branch of a drawn tree."""
FILLED = 50
"""A line of at least this length was wrapped; a shorter one ends with a line break."""


class Block(NamedTuple):
    """A paragraph, or one of the others."""

    text: str = ""
    rows: Sequence[Row] = ()
    """The rows of a table."""
    items: Sequence[str] = ()
    """The items of a list."""
    lines: Sequence[str] = ()
    """Lines to be typed, or grammars."""
    aligned: bool = False
    """True if the spaces of its text align something that isn't a table."""
    dense: bool = False
    """True for a table of many short cells."""

    def typed(self) -> Sequence[str]:
        """Returns what may be a line to be typed: its lines, or the first cells of its rows."""
        return [*self.lines, *(row[0].text for row in self.rows)]


def blocks(text: str) -> list[Block]:
    """Returns the blocks: paragraphs, with wrapped lines joined, tables, lists and lines."""
    parts = re.split(r"\n{2,}", text.strip("\n"))
    return [block for part in parts for block in _blocks(part.split("\n"))]


def _blocks(lines: list[str]) -> list[Block]:
    """Returns the blocks of lines between two blank ones."""
    if lines[0].startswith(BRANCH):
        return [_figure(lines)]
    if not any(map(_is_aligned, lines)):
        return [_paragraph(lines)]
    title = [lines[0]] if lines[0].endswith(":") and not _is_aligned(lines[0]) else []
    if rows := columns(lines[len(title) :]):
        return [*map(Block, title), Block(rows=rows)]
    runs = (list(run) for _, run in groupby(lines, key=lambda line: line.startswith(" ")))
    return [_indented(run) if run[0].startswith(" ") else _flush(run) for run in runs]


def table_blocks(table: Table) -> Iterator[Block]:
    """Yields the blocks of a table with its title and its note."""
    rows = [
        [TableCell(text, column != table.name_column, head) for column, text in enumerate(row)]
        for head, row in ((True, table.head), *((False, row) for row in table.rows))
    ]
    if table.title:
        yield Block(table.title)
    yield Block(rows=rows, dense=True)
    if table.note:
        yield Block(table.note)


def _flush(lines: list[str]) -> Block:
    """Returns the block of lines that aren't indented."""
    return _figure(lines) if any(map(_is_aligned, lines)) else _paragraph(lines)


def _indented(lines: list[str]) -> Block:
    """Returns the block of lines that are indented."""
    if any("  " in line.strip() for line in lines):
        rows = columns(lines)
        return Block(rows=rows) if rows else _figure(lines)
    least = min(map(_indent, lines))
    if _indent(lines[0]) > least:
        return _figure(lines)
    joined: list[str] = []
    for line in lines:
        if _indent(line) > least:
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line.strip())
    if all(line.startswith(BULLET) for line in joined):
        return Block(items=[line.removeprefix(BULLET) for line in joined])
    return Block(lines=joined)


def _figure(lines: list[str]) -> Block:
    return Block("\n".join(lines), aligned=True)


def _is_aligned(line: str) -> bool:
    return "  " in line or line.startswith(" ")


def _paragraph(lines: list[str]) -> Block:
    joints = [" " if len(line) >= FILLED else "\n" for line in lines[:-1]]
    return Block("".join(map("".join, zip(lines, [*joints, ""], strict=True))))
