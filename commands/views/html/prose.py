"""Text that was made for 80 columns, as HTML for any width."""

import re
from typing import NamedTuple

FILLED = 50
"""A line so long ends where it was full, and not because something ended."""


class Block(NamedTuple):
    """What stands between blank lines."""

    text: str
    table: bool
    """Whether spaces in it put things below one another."""


def blocks(text: str) -> list[Block]:
    """Prose, whose filled lines flow together, and tables."""
    return [_block(part.split("\n")) for part in re.split(r"\n{2,}", text.strip("\n"))]


def _block(lines: list[str]) -> Block:
    if any("  " in line or line.startswith(" ") for line in lines):
        return Block("\n".join(lines), table=True)
    joints = [" " if len(line) >= FILLED else "\n" for line in lines[:-1]]
    return Block("".join(map("".join, zip(lines, [*joints, ""], strict=True))), table=False)
