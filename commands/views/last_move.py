"""The squares that the last move changed, found by comparing diagrams, without the game's help."""

from pbm.diagram import Diagram
from pbm.match import Match

Spot = tuple[int, str]
"""A layer, counted from 0, and a square on it."""


def last_squares(match: Match, diagram: Diagram) -> frozenset[Spot]:
    """Returns the squares whose piece the last move changed; none before the first move."""
    if not match.moves:
        return frozenset()
    before = match.at(match.ply - 1)
    old = _current_squares(before.game.diagram(before.state.position))
    return frozenset({spot for spot, _ in old ^ _current_squares(diagram)})


def _current_squares(diagram: Diagram) -> set[tuple[Spot, int | None]]:
    """Returns the squares with pieces, and the pieces' seats."""
    return {
        ((number, cell.square), cell.seat)
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell and cell.piece
    }
