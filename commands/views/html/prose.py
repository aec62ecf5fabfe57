"""Splits plain text that was wrapped for 80 columns into blocks for HTML of any width."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from commands.content.messages import Table
from commands.views.text.text_columns import Row, TableCell, columns, indent

BULLET = "- "
BRANCH = "+- "
"""Begins each branch of a tree that is drawn as text."""
MIN_WRAPPED_LENGTH = 50
"""Minimum length of a line that was wrapped. A shorter line ends with an intended line break."""


class Block(NamedTuple):
    """A paragraph, table, list, preformatted figure or group of lines to type."""

    text: str = ""
    rows: Sequence[Row] = ()
    """The rows of a table."""
    items: Sequence[str] = ()
    """The items of a list."""
    lines: Sequence[str] = ()
    """Lines that the reader can type, or grammars of commands."""
    aligned: bool = False
    """Whether spaces in the text align its lines. The text then isn't reflowed."""
    dense: bool = False
    """Whether the table has many short cells."""

    def typed(self) -> Sequence[str]:
        """Returns texts that may be commands: the lines, or the first cells of a table's rows."""
        return [*self.lines, *(row[0].text for row in self.rows)]


def blocks(text: str) -> list[Block]:
    """Splits text into paragraphs, tables, lists and lines.

    Wrapped lines of a paragraph are joined.
    """
    parts = re.split(r"\n{2,}", text.strip("\n"))
    return [block for part in parts for block in _blocks(part.split("\n"))]


def _blocks(lines: list[str]) -> list[Block]:
    """Splits the lines between two blank lines into blocks."""
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
    """Yields the title, the rows and the note of a table as blocks."""
    rows = [
        [TableCell(text, column != table.name_column, head) for column, text in enumerate(row)]
        for head, row in ((True, table.head), *((False, row) for row in table.rows))
    ]
    if table.title:
        yield Block(table.title)
    yield Block(rows=rows, dense=True)
    if table.full_note:
        yield Block(table.full_note)


def _flush(lines: list[str]) -> Block:
    """Returns a block for lines that aren't indented."""
    return _figure(lines) if any(map(_is_aligned, lines)) else _paragraph(lines)


def _indented(lines: list[str]) -> Block:
    """Returns a block for indented lines."""
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
    joints = [" " if len(line) >= MIN_WRAPPED_LENGTH else "\n" for line in lines[:-1]]
    return Block("".join(map("".join, zip(lines, [*joints, ""], strict=True))))
