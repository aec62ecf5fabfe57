"""The last moves of a match: the positions before them, and the squares that one changed."""

from datetime import UTC, datetime

from pbm.diagram import Diagram
from pbm.match import Event, Match

Spot = tuple[int, str]
"""A layer, counted from 0, and a square on it."""

NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)


def before_last_moves(match: Match, count: int) -> list[Match]:
    """Returns the match as it was before each of the last moves, at most `count`."""
    earlier = match.at(max(match.ply - count, 0))
    result = []
    for text in match.state.effective[len(earlier.state.effective) :]:
        if text.startswith("move "):
            result.append(earlier)
        earlier = earlier.add(Event(text, NO_TIME, ""))
    return result


def last_squares(before: Match, diagram: Diagram) -> frozenset[Spot]:
    """Returns the squares of the diagram whose piece has changed since `before`.

    They are found by comparing diagrams, without the game's help.
    """
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
