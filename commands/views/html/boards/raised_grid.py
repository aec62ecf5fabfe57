"""A raised layer of a board as a table of half squares."""

from dataclasses import replace

from commands.views.html.boards.grid import Grid, Square
from commands.views.html.boards.marked_layer import MarkedLayer
from commands.views.html.boards.sizes import square_sizes
from commands.views.html.colours import PALE_BLEND, SQUARES, WHITE, cell_colours, mix
from pbm.diagram import Cell, Layer, Place

Rows = dict[Place, Square | None]
"""Squares by their first row and column, measured in half squares. The value is None for a place
that another square covers.
"""


def raised_grid(marked: MarkedLayer, below: Layer) -> Grid:
    """Returns a raised layer in half squares.

    Where it has no squares, the layer below is shown in pale colors.
    """
    size, _ = square_sizes(len(below.columns))
    unit = size // 2
    covered = _covered(marked, 2 * unit)
    squares = _below(below, covered) | covered
    labels = iter(marked.layer.rows)
    rows = []
    for row in range(2 * len(below.rows)):
        inner = 0 < row < 2 * len(below.rows) - 1
        label = ((next(labels), 2) if row % 2 else None) if inner else ("", 1)
        cells = (squares[row, column] for column in range(2 * len(below.columns)))
        rows.append((label, tuple(cells)))
    return Grid(
        title=f"{marked.layer.title}, on {below.title.lower()}",
        columns=(("", 1), *((label, 2) for label in marked.layer.columns), ("", 1)),
        rows=tuple(rows),
        size=2 * unit,
        unit=unit,
    )


def _covered(marked: MarkedLayer, size: int) -> Rows:
    """Returns the squares that are occupied or could be."""
    covered: Rows = {}
    for (row, column), cell in marked.layer.squares():
        if cell.piece or "unsupported" not in cell.marks:
            first, *further = _quarters(2 * row + 1, 2 * column + 1)
            covered[first] = replace(marked.square(cell, (row, column), size), span=2)
            covered |= dict.fromkeys(further)
    return covered


def _below(below: Layer, covered: Rows) -> Rows:
    """Returns the squares of the layer below.

    Squares that the raised layer partly covers are split into quarters.
    """
    squares: Rows = {}
    for row, cells in enumerate(below.cells):
        for column, cell in enumerate(cells):
            square = Square(_pale(cell, dark=bool((row + column) % 2)))
            places = _quarters(2 * row, 2 * column)
            if covered.keys().isdisjoint(places):
                squares |= dict.fromkeys(places) | {places[0]: replace(square, span=2)}
            else:
                squares |= dict.fromkeys(places, square)
    return squares


def _quarters(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down in (0, 1) for right in (0, 1)]


def _pale(cell: Cell | None, *, dark: bool) -> str:
    square = mix(SQUARES[dark], WHITE, PALE_BLEND)
    return mix(cell_colours(cell).disc, square, 0.7) if cell and cell.piece else square
