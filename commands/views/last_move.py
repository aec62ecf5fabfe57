"""What the last move changed, found by comparing diagrams: games needn't tell it."""

from pbm.diagram import Diagram
from pbm.match import Match

Spot = tuple[int, str]
"""A layer, counted from 0, and a square of it."""


def last_squares(match: Match, diagram: Diagram) -> frozenset[Spot]:
    """Where a piece left, came or was taken by the last move; nothing before the first one."""
    if not match.moves:
        return frozenset()
    before = match.at(match.ply - 1)
    old = _current_squares(before.game.diagram(before.state.position))
    return frozenset({spot for spot, _ in old ^ _current_squares(diagram)})


def _current_squares(diagram: Diagram) -> set[tuple[Spot, int | None]]:
    """Whose piece stands where."""
    return {
        ((number, cell.square), cell.seat)
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell and cell.piece
    }
