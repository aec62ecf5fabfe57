"""Draws an overview of a board whose squares are too small to tell apart, with enlarged pieces."""

from dataclasses import dataclass

from markupsafe import escape

from commands.views.highlights import Highlights
from commands.views.svg.frame import Frame
from commands.views.svg.large_boards.disc_spreading import Point, spread
from commands.views.svg.panel import HALF, UNIT, number
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer, Place

DISC = 8
"""Size of a piece in units, on a square of the usual size."""
LEAST_PIXELS = 15
"""Minimum size of a piece in pixels on the narrowest phones."""
LINE_PIXELS = 1.5


@dataclass(frozen=True, slots=True)
class Overview:
    """A whole layer with pieces that are larger than its squares."""

    layer: Layer
    level: int
    highlights: Highlights

    def places(self) -> list[Place]:
        """Returns the squares of the last move, followed by the squares of all pieces."""
        return [*self.last(), *(place for place, cell in self.layer.squares() if cell.piece)]

    def last(self) -> list[Place]:
        return [place for place, cell in self.layer.squares() if self._is_last(cell)]

    def content(self, frame: Frame) -> str:
        """Returns the SVG of the pieces.

        A line connects each piece that had to be moved aside with its square.
        """
        rows, columns = frame.size
        factor = piece_factor(frame)
        size = factor * DISC
        pieces = [(place, cell) for place, cell in self.layer.squares() if cell.piece]
        spots = [(column * UNIT + HALF, row * UNIT + HALF) for (row, column), _ in pieces]
        centres = spread(spots, size, (columns * UNIT, rows * UNIT))
        width = number(LINE_PIXELS / frame.narrow)
        lines = "".join(map(_line, spots, centres))
        pointers = f'<path class="pointer" stroke-width="{width}" d="{lines}"/>' if lines else ""
        return pointers + "".join(
            self._piece(cell, centre, factor)
            for (_, cell), centre in zip(pieces, centres, strict=True)
        )

    def _piece(self, cell: Cell, centre: Point, factor: float) -> str:
        is_trapped = cell.square in self.highlights.trapped
        edge = " trapped" if is_trapped else " last" if self._is_last(cell) else ""
        x, y = (number(at - HALF * factor) for at in centre)
        place = f'transform="translate({x} {y}) scale({number(factor)})"'
        return f'<use class="{classes_of(cell)}{edge}" href="#{escape(shape_of(cell))}" {place}/>'

    def _is_last(self, cell: Cell) -> bool:
        return (self.level, cell.square) in self.highlights.last


def piece_factor(frame: Frame) -> float:
    """Returns the factor by which pieces are enlarged."""
    return max(LEAST_PIXELS / frame.narrow / DISC, 1)


def _line(spot: Point, centre: Point) -> str:
    """Returns a line from a piece's square to its drawn position. Empty if they are the same."""
    if spot == centre:
        return ""
    return f"M{number(spot[0])} {number(spot[1])}L{number(centre[0])} {number(centre[1])}"
