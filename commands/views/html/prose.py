"""Text wrapped for 80 columns, split into blocks for HTML of any width."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from commands.views.html.columns import Row, columns

FILLED = 50
"""A line of at least this length was wrapped; a shorter one ends with a line break."""


class Block(NamedTuple):
    """The text between two blank lines."""

    text: str = ""
    rows: Sequence[Row] = ()
    """The rows of a table."""
    aligned: bool = False
    """True if the spaces of its text align something that isn't a table."""


def blocks(text: str) -> list[Block]:
    """Returns the blocks: paragraphs, with wrapped lines joined, and tables."""
    parts = re.split(r"\n{2,}", text.strip("\n"))
    return [block for part in parts for block in _blocks(part.split("\n"))]


def _blocks(lines: list[str]) -> list[Block]:
    if not any(map(_is_aligned, lines)):
        return [_paragraph(lines)]
    title = [lines[0]] if lines[0].endswith(":") and not _is_aligned(lines[0]) else []
    rest = lines[len(title) :]
    rows = columns(rest)
    table = Block(rows=rows) if rows else Block("\n".join(rest), aligned=True)
    return [*map(Block, title), table]


def _is_aligned(line: str) -> bool:
    return "  " in line or line.startswith(" ")


def _paragraph(lines: list[str]) -> Block:
    joints = [" " if len(line) >= FILLED else "\n" for line in lines[:-1]]
    return Block("".join(map("".join, zip(lines, [*joints, ""], strict=True))))
