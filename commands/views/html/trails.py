"""The paths of trails, as arrows."""

from collections.abc import Sequence
from itertools import pairwise

from pbm.diagram import Diagram

ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""By the difference in rows, from the top, and columns."""


def trail_arrows(paths: Sequence[Sequence[str]], diagram: Diagram) -> dict[str, str]:
    """Returns the direction in which each square of the pieces' paths was last left."""
    places = {
        cell.square: (row, column)
        for row, cells in enumerate(diagram.layers[0].cells if paths else ())
        for column, cell in enumerate(cells)
        if cell
    }
    steps = (step for path in paths for step in pairwise(path) if set(step) <= {*places})
    return {origin: _arrow(places[origin], places[target]) for origin, target in steps}


def _arrow(origin: tuple[int, int], target: tuple[int, int]) -> str:
    return ARROWS.get((target[0] - origin[0], target[1] - origin[1]), "")
