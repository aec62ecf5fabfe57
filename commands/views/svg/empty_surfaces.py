"""Draws empty boards that aren't checkered: ruled squares, crossing lines and holes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product

from commands.views.svg.panel import HALF, UNIT
from pbm.diagram import Place
from pbm.look import Style

STAR_MIN, STAR_FAR, STAR_SIDES, STAR_MAX = 7, 13, 19, 19
"""Numbers of lines from which a board has star points, has them on the fourth lines instead of the
third, and has them at the middle of its sides, and up to which it has any.
"""
GROUNDS = {Style.GREEN: "green", Style.HOLES: "blue"}
"""Colors of boards. All others have the color of wood."""


@lru_cache(64)
def surface(
    style: Style, rows: int, columns: int, ground: str, missing: frozenset[Place] = frozenset()
) -> str:
    """Returns the SVG of an empty board.

    `ground`: an SVG path over all its squares, with lines as thick as a square.
    `missing`: the places where the board has no square.
    """
    colour = GROUNDS.get(style, "wood")
    board = _Board(rows, columns, missing)
    return f'<path class="board-ground {colour}" d="{ground}"/>{_marks(style, board)}'


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


def runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yields the start and length of each run of True values."""
    index = 0
    for is_wanted, group in groupby(flags):
        length = sum(1 for _ in group)
        if is_wanted:
            yield index, length
        index += length


@dataclass(frozen=True, slots=True)
class _Board:
    """The places of a board's squares."""

    rows: int
    columns: int
    missing: frozenset[Place]

    def __contains__(self, place: Place) -> bool:
        row, column = place
        is_inside = 0 <= row < self.rows and 0 <= column < self.columns
        return is_inside and place not in self.missing


def _marks(style: Style, board: _Board) -> str:
    if style is Style.HOLES:
        return "".join(
            f'<circle class="board-hole" cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}"'
            ' r="4.1"/>'
            for row, column in product(range(board.rows), range(board.columns))
            if (row, column) in board
        )
    lines = {
        Style.INTERSECTIONS: _crossing,
        Style.RIVER: _river,
    }.get(style, _ruled)
    path = "".join(lines(board))
    stars = star_points(board.rows, board.columns) if style is Style.INTERSECTIONS else []
    dots = (
        f'<circle class="board-star" cx="{column * UNIT + HALF}" cy="{row * UNIT + HALF}" r=".9"/>'
        for row, column in stars
        if (row, column) in board
    )
    return f'<path class="board-rule" d="{path}"/>{"".join(dots)}'


def _ruled(board: _Board) -> Iterator[str]:
    """Yields lines between and around squares."""
    for row in range(board.rows + 1):
        edges = ((row, at) in board or (row - 1, at) in board for at in range(board.columns))
        for first, length in runs(edges):
            yield f"M{first * UNIT} {row * UNIT}h{length * UNIT}"
    for column in range(board.columns + 1):
        edges = ((at, column) in board or (at, column - 1) in board for at in range(board.rows))
        for first, length in runs(edges):
            yield f"M{column * UNIT} {first * UNIT}v{length * UNIT}"


def _crossing(board: _Board) -> Iterator[str]:
    """Yields lines through the centers of squares."""
    yield from _across(board)
    for column in range(board.columns):
        yield from _down(board, column)


def _river(board: _Board) -> Iterator[str]:
    """Yields lines with a gap between the middle rows, and the diagonals of the palaces."""
    rows, columns = board.rows, board.columns
    yield from _across(board)
    bank = rows // 2 - 1
    for column in range(columns):
        if column in (0, columns - 1):
            yield from _down(board, column)
        else:
            yield from _down(board, column, bank)
    left = (columns // 2 - 1) * UNIT + HALF
    for top in (HALF, (rows - 3) * UNIT + HALF):
        yield f"M{left} {top}l20 20M{left} {top + 2 * UNIT}l20-20"


def _across(board: _Board) -> Iterator[str]:
    for row in range(board.rows):
        steps = ((row, at) in board and (row, at + 1) in board for at in range(board.columns - 1))
        for first, length in runs(steps):
            yield f"M{first * UNIT + HALF} {row * UNIT + HALF}h{length * UNIT}"


def _down(board: _Board, column: int, river: int | None = None) -> Iterator[str]:
    """Yields the vertical lines of a column. `river`: the row below which they have a gap."""
    steps = (
        at != river and (at, column) in board and (at + 1, column) in board
        for at in range(board.rows - 1)
    )
    for first, length in runs(steps):
        yield f"M{column * UNIT + HALF} {first * UNIT + HALF}v{length * UNIT}"
