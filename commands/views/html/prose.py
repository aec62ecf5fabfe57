"""Text wrapped for 80 columns, split into blocks for HTML of any width."""

import re
from typing import NamedTuple

FILLED = 50
"""A line of at least this length was wrapped; a shorter one ends with a line break."""


class Block(NamedTuple):
    """The text between two blank lines."""

    text: str
    table: bool
    """True if its spaces align columns."""


def blocks(text: str) -> list[Block]:
    """Returns the blocks: paragraphs, with wrapped lines joined, and tables."""
    return [_block(part.split("\n")) for part in re.split(r"\n{2,}", text.strip("\n"))]


def _block(lines: list[str]) -> Block:
    if any("  " in line or line.startswith(" ") for line in lines):
        return Block("\n".join(lines), table=True)
    joints = [" " if len(line) >= FILLED else "\n" for line in lines[:-1]]
    return Block("".join(map("".join, zip(lines, [*joints, ""], strict=True))), table=False)
