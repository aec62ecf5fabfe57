"""The paths of trails, as arrows."""

from collections.abc import Iterator
from itertools import pairwise

from pbm.diagram import Diagram
from pbm.match import Match

ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""By the difference in rows, from the top, and columns."""


def trail_arrows(match: Match, diagram: Diagram) -> dict[str, str]:
    """Returns the direction in which each square of a trail was last left."""
    if not any("trail" in cell.marks for cell in diagram.cells()):
        return {}
    places = {
        cell.square: (row, column)
        for row, cells in enumerate(diagram.layers[0].cells)
        for column, cell in enumerate(cells)
        if cell
    }
    steps = (step for path in _paths(match) for step in pairwise(path) if set(step) <= {*places})
    return {origin: _arrow(places[origin], places[target]) for origin, target in steps}


def _paths(match: Match) -> Iterator[list[str]]:
    """Yields the squares that the piece of each seat has stood on, in order."""
    start = match.game.diagram(match.game.start(match.options))
    for piece in start.pieces():
        moves = zip(match.state.movers, match.moves, strict=True)
        yield [piece.square, *(move for seat, move in moves if seat == piece.seat)]


def _arrow(origin: tuple[int, int], target: tuple[int, int]) -> str:
    return ARROWS.get((target[0] - origin[0], target[1] - origin[1]), "")
