"""Draws empty boards that aren't checkered: ruled squares, crossing lines and holes."""

from collections.abc import Iterator
from itertools import product

from commands.views.svg.panel import HALF, UNIT
from pbm.look import Style

STAR_MIN, STAR_FAR, STAR_SIDES, STAR_MAX = 7, 13, 19, 19
"""Numbers of lines from which a board has star points, has them on the fourth lines instead of the
third, and has them at the middle of its sides, and up to which it has any.
"""
GROUNDS = {Style.GREEN: "green", Style.HOLES: "blue"}
"""Colors of boards. All others have the color of wood."""


def surface(style: Style, rows: int, columns: int, ground: str) -> str:
    """Returns the SVG of an empty board.

    `ground`: an SVG path over all its squares, with lines as thick as a square.
    """
    colour = GROUNDS.get(style, "wood")
    return f'<path class="board-ground {colour}" d="{ground}"/>{_marks(style, rows, columns)}'


def star_points(rows: int, columns: int) -> list[tuple[int, int]]:
    """Returns the intersections that are marked on a square board, as in Go."""
    if rows != columns or not STAR_MIN <= rows <= STAR_MAX:
        return []
    near, middle = 3 if rows >= STAR_FAR else 2, rows // 2
    far = rows - 1 - near
    corners = [(near, near), (near, far), (far, near), (far, far)]
    if rows % 2 == 0:
        return corners
    sides = [(near, middle), (middle, near), (middle, far), (far, middle)]
    return [*corners, (middle, middle), *(sides if rows >= STAR_SIDES else [])]


def _marks(style: Style, rows: int, columns: int) -> str:
    if style is Style.HOLES:
        return "".join(
            f'<circle class="board-hole" cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}"'
            ' r="4.1"/>'
            for row, column in product(range(rows), range(columns))
        )
    lines = {
        Style.INTERSECTIONS: _crossing,
        Style.RIVER: _river,
    }.get(style, _ruled)
    path = "".join(lines(rows, columns))
    stars = star_points(rows, columns) if style is Style.INTERSECTIONS else []
    dots = (
        f'<circle class="board-star" cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}" r=".9"/>'
        for row, column in stars
    )
    return f'<path class="board-rule" d="{path}"/>{"".join(dots)}'


def _ruled(rows: int, columns: int) -> Iterator[str]:
    """Yields lines between and around squares."""
    for row in range(rows + 1):
        yield f"M0 {row * UNIT}h{columns * UNIT}"
    for column in range(columns + 1):
        yield f"M{column * UNIT} 0v{rows * UNIT}"


def _crossing(rows: int, columns: int) -> Iterator[str]:
    """Yields lines through the centers of squares."""
    yield from _across(rows, columns)
    for column in range(columns):
        yield _down(column, 0, rows - 1)


def _river(rows: int, columns: int) -> Iterator[str]:
    """Yields lines with a gap between the middle rows, and the diagonals of the palaces."""
    yield from _across(rows, columns)
    bank = rows // 2 - 1
    for column in range(columns):
        if column in (0, columns - 1):
            yield _down(column, 0, rows - 1)
        else:
            yield _down(column, 0, bank) + _down(column, bank + 1, rows - 1)
    left = (columns // 2 - 1) * UNIT + HALF
    for top in (HALF, (rows - 3) * UNIT + HALF):
        yield f"M{left} {top}l20 20M{left} {top + 2 * UNIT}l20-20"


def _across(rows: int, columns: int) -> Iterator[str]:
    for row in range(rows):
        yield f"M{HALF} {row * UNIT + HALF}h{(columns - 1) * UNIT}"


def _down(column: int, first: int, last: int) -> str:
    return f"M{column * UNIT + HALF} {first * UNIT + HALF}v{(last - first) * UNIT}"
