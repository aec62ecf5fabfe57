"""Adds the level of a target square to the links of moves, on boards with raised levels."""

from collections.abc import Sequence
from dataclasses import replace

from commands.views.html.links import Link
from commands.views.legend import HIGHER
from pbm.diagram import Diagram

MoveGroups = Sequence[tuple[str, list[Link]]]
"""Links for moves, grouped by the square of the piece."""


def with_levels(moves: MoveGroups, diagram: Diagram) -> MoveGroups:
    """Returns the links with the level next to each square that isn't on the lowest level."""
    levels = _levels(diagram)
    return [(square, [_with_level(link, levels) for link in some]) for square, some in moves]


def _with_level(link: Link, levels: dict[str, int]) -> Link:
    level = levels.get(link.words, 0)
    if not level:
        return link
    words = f"{link.words} {HIGHER}{level + 1}"
    return replace(link, words=words, name=f"{words} (level {level + 1})")


def _levels(diagram: Diagram) -> dict[str, int]:
    """Returns the layer number, counted from 0, of each square that a piece could be put on."""
    return {
        cell.square: number
        for number, cell in diagram.numbered_cells()
        if not cell.words and "unsupported" not in cell.marks
    }
