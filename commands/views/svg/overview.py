"""A whole board with too many squares to be seen, with its pieces enlarged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot

from markupsafe import escape

from commands.views.svg.frame import Frame
from commands.views.svg.highlights import Highlights
from commands.views.svg.marks import Place
from commands.views.svg.panel import HALF, UNIT, number
from commands.views.svg.pieces import classes_of, shape_of
from pbm.diagram import Cell, Layer

# Discs that would cover one another, moved apart.

Point = tuple[float, float]
ROUNDS = 30


def spread(spots: Sequence[Point], size: float, bounds: Point) -> list[Point]:
    """Returns the centres of discs of this size near the spots, none on another if there is room.

    `bounds`: the width and the height in which they lie.
    """
    centres = list(spots)
    for _ in range(ROUNDS):
        moved = False
        for first, second in combinations(range(len(centres)), 2):
            gap = _gap(centres[first], centres[second], size)
            if gap != (0, 0):
                moved = True
                centres[first] = _shifted(centres[first], gap, -0.5)
                centres[second] = _shifted(centres[second], gap, 0.5)
        centres = [_within(centre, bounds, size) for centre in centres]
        if not moved:
            break
    return centres


def _gap(first: Point, second: Point, size: float) -> Point:
    """Returns how far the second must move away from the first."""
    right, down = second[0] - first[0], second[1] - first[1]
    distance = hypot(right, down)
    if distance >= size - 0.01:
        return 0, 0
    if not distance:
        return size, 0
    missing = (size - distance) / distance
    return right * missing, down * missing


def _shifted(point: Point, by: Point, share: float) -> Point:
    return point[0] + by[0] * share, point[1] + by[1] * share


def _within(centre: Point, bounds: Point, size: float) -> Point:
    x, y = (
        min(max(at, size / 2), max(most - size / 2, size / 2))
        for at, most in zip(centre, bounds, strict=True)
    )
    return x, y


DISC = 8
"""The size of a piece on a usual square, in units."""
LEAST_PIXELS = 15
"""The least size of a piece on the narrowest phones."""
LINE_PIXELS = 1.5


@dataclass(frozen=True, slots=True)
class Overview:
    """A whole layer, on which pieces are larger than its squares."""

    layer: Layer
    level: int
    highlights: Highlights

    def places(self) -> list[Place]:
        """Returns the squares of the last move, and then those of all pieces."""
        return [*self.last(), *(place for cell, place in self._cells() if cell.piece)]

    def last(self) -> list[Place]:
        """Returns the squares of the last move."""
        return [place for cell, place in self._cells() if self._is_last(cell)]

    def content(self, frame: Frame) -> str:
        """Returns the pieces, and lines to the squares of those that had to be moved."""
        rows, columns = frame.size
        size = max(LEAST_PIXELS / frame.narrow, DISC)
        pieces = [(cell, place) for cell, place in self._cells() if cell.piece]
        spots = [(column * UNIT + HALF, row * UNIT + HALF) for _, (row, column) in pieces]
        centres = spread(spots, size, (columns * UNIT, rows * UNIT))
        width = number(LINE_PIXELS / frame.narrow)
        lines = "".join(map(_line, spots, centres))
        pointers = f'<path class="pointer" stroke-width="{width}" d="{lines}"/>' if lines else ""
        return pointers + "".join(
            self._piece(cell, centre, size / DISC)
            for (cell, _), centre in zip(pieces, centres, strict=True)
        )

    def _piece(self, cell: Cell, centre: Point, factor: float) -> str:
        is_trapped = cell.square in self.highlights.trapped
        edge = " trapped" if is_trapped else " last" if self._is_last(cell) else ""
        x, y = (number(at - HALF * factor) for at in centre)
        place = f'transform="translate({x} {y}) scale({number(factor)})"'
        return f'<use class="{classes_of(cell)}{edge}" href="#{escape(shape_of(cell))}" {place}/>'

    def _is_last(self, cell: Cell) -> bool:
        return (self.level, cell.square) in self.highlights.last

    def _cells(self) -> Iterator[tuple[Cell, Place]]:
        for row, cells in enumerate(self.layer.cells):
            for column, cell in enumerate(cells):
                if cell:
                    yield cell, (row, column)


def _line(spot: Point, centre: Point) -> str:
    """Returns a line from a piece's square to the place at which it is shown, if they differ."""
    if spot == centre:
        return ""
    return f"M{number(spot[0])} {number(spot[1])}L{number(centre[0])} {number(centre[1])}"
