"""Text wrapped for 80 columns, split into blocks for HTML of any width."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from commands.content.messages import Table
from commands.views.text.text_columns import Row, TableCell, columns, indent

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
    least = min(map(indent, lines))
    if indent(lines[0]) > least:
        return _figure(lines)
    joined: list[str] = []
    for line in lines:
        if indent(line) > least:
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
