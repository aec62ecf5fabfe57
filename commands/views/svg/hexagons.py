"""The geometry of boards with hexagons, and their empty cells.

Each row is shifted right by half a cell from the row above. The width of a cell is one unit square.
"""

from collections.abc import Iterable, Sequence
from math import sqrt

from commands.views.svg.panel import HALF, UNIT, number
from pbm.diagram import Place

STEP = UNIT * sqrt(3) / 2
"""Distance between rows."""
TALL = UNIT / sqrt(3)
"""Distance from the center of a cell to its highest corner."""
OUTLINE = "l5 {t}v{s}l-5 {t}l-5-{t}v-{s}z".format(t=number(TALL / 2), s=number(TALL))
"""The SVG path around a cell, from its highest corner."""
CORNERS = (
    (0, -TALL),
    (HALF, -TALL / 2),
    (HALF, TALL / 2),
    (0, TALL),
    (-HALF, TALL / 2),
    (-HALF, -TALL / 2),
)
"""Corners of a cell relative to its center, from the top, clockwise."""
LEAN = 2
"""Distance of a column's label from the center of its cell, in the direction of the column."""
SIDES = ((5, 0, 1), (0, 1, 2), (2, 3, 4), (5, 4, 3))
"""Corners of the cells at the top, right, bottom and left side of the board."""


class Hexagons:
    """The places of cells on a board."""

    def __init__(self, rows: int, columns: int, missing: Iterable[Place]) -> None:
        gone = set(missing)
        self.rows, self.columns = rows, columns
        self.places = [
            (row, column)
            for row in range(rows)
            for column in range(columns)
            if (row, column) not in gone
        ]
        self._first = min(map(_halves, self.places), default=0)
        self._last = max(map(_halves, self.places), default=0)

    @property
    def size(self) -> tuple[float, float]:
        """The height and width of the board in squares."""
        height = (self.rows - 1) * STEP + 2 * TALL
        return height / UNIT, (self._last - self._first) / 2 + 1

    def centre(self, place: Place) -> tuple[float, float]:
        """Returns the x and y coordinates of a cell's center."""
        return (_halves(place) - self._first) * HALF + HALF, place[0] * STEP + TALL

    def cells(self, places: Iterable[Place] | None = None) -> str:
        """Returns an SVG path around these cells, or around all cells."""
        starts = map(self.centre, self.places if places is None else places)
        return "".join(f"M{number(x)} {number(y - TALL)}{OUTLINE}" for x, y in starts)

    def side(self, index: int) -> str:
        """Returns the top, right, bottom or left side of the board as an SVG path."""
        row, column = self.rows - 1, self.columns - 1
        cells: Sequence[Place] = (
            [(0, each) for each in range(self.columns)],
            [(each, column) for each in range(self.rows)],
            [(row, each) for each in range(self.columns)],
            [(each, 0) for each in range(self.rows)],
        )[index]
        points = (self._corner(place, corner) for place in cells for corner in SIDES[index])
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)

    def column_label(self, column: int) -> tuple[float, float, bool]:
        """Returns the x and y coordinates next to the end of a column, and whether it is the top.

        A column has its label at the top if it begins in the first row, otherwise at the bottom.
        """
        rows = [row for row, other in self.places if other == column]
        is_top = rows[0] == 0
        x, y = self.centre((rows[0] if is_top else rows[-1], column))
        return (x - LEAN, y - TALL, True) if is_top else (x + LEAN, y + TALL, False)

    def row_label(self, row: int) -> tuple[float, float]:
        """Returns the x and y coordinates at the left of a row."""
        first = min(column for other, column in self.places if other == row)
        x, y = self.centre((row, first))
        return x - HALF, y

    def _corner(self, place: Place, corner: int) -> tuple[float, float]:
        x, y = self.centre(place)
        right, down = CORNERS[corner]
        return x + right, y + down


def _halves(place: Place) -> int:
    """Returns the position of a cell in its row, in half cells."""
    return 2 * place[1] + place[0]
