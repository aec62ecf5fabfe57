"""Selects the moves to link next to a board, and adds the levels of their target squares."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from commands.views.html.boards.grid import Grid
from commands.views.html.boards.sizes import SMALL
from commands.views.html.links import Link, Links
from commands.views.legend import HIGHER
from pbm.diagram import Diagram

MAX_REPEATED = 12
"""Maximum number of moves that are links both on the board and next to it."""
MoveGroups = Sequence[tuple[str, list[Link]]]
"""Links for moves, grouped by the square of the piece."""


def move_links(links: Links, layers: Sequence[Grid], diagram: Diagram) -> dict[str, Any]:
    """Returns the moves to link next to the board.

    Moves are linked there if they aren't links on the board. A few moves are linked in both places
    if the squares are hard to tap.
    """
    on_board = {square.href for layer in layers for square in layer.squares()}
    hrefs = set(links.targets.values())
    all_on_board = bool(hrefs) and hrefs <= on_board
    handy = all(layer.size >= SMALL for layer in layers) or len(hrefs) > MAX_REPEATED
    moves = links.moves
    if all_on_board and handy:
        others = [
            (name, [each for each in some if each.name not in links.targets])
            for name, some in moves
        ]
        moves = [(name, some) for name, some in others if some]
    return {
        "on_board": all_on_board,
        "moves": _with_levels(moves, diagram),
        # Readers who go from link to link reach the other moves before hundreds of squares.
        "moves_first": any(layer.has_quiet_links for layer in layers),
    }


def _with_levels(moves: MoveGroups, diagram: Diagram) -> MoveGroups:
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
