"""Lays out a board of hexagons like bricks: each row is shifted right by half a cell."""

from collections.abc import Iterator
from typing import NamedTuple

from pbm.diagram import Layer, Place

NO_SIDES = ("", "", "", "")


class Brick(NamedTuple):
    """A cell of the board or a label. It is two half cells wide."""

    left: int
    """Position in half cells."""
    place: Place | None = None
    """The place of the board's cell. None for a label."""
    label: str = ""
    side: str = ""
    """The color of the board's side at which the label is, if it has one."""


def brick_rows(layer: Layer) -> tuple[int, list[list[Brick]]]:
    """Returns the width in half cells, and rows of bricks with their labels.

    A column has its label above if it begins in the first row, otherwise below. If the sides have
    colors, each end of each row and column has a label.
    """
    rows = [[*row] for row in _rows(layer)]
    first = min(brick.left for row in rows for brick in row)
    width = max(brick.left for row in rows for brick in row) + 2 - first
    return width, [[brick._replace(left=brick.left - first) for brick in row] for row in rows]


def shade(place: Place) -> int:
    """Returns one of three shades. Neighboring cells have different ones."""
    return (place[1] - place[0]) % 3


def _rows(layer: Layer) -> Iterator[Iterator[Brick]]:
    top, right, bottom, left = layer.sides or NO_SIDES
    firsts = [_first_row(layer, column) for column in range(len(layer.columns))]
    last = len(layer.rows) - 1
    labels = list(enumerate(zip(layer.columns, firsts, strict=True)))
    yield (
        Brick(2 * column - 1, label=label, side=top)
        for column, (label, first) in labels
        if first == 0
    )
    for row in range(len(layer.rows)):
        yield _row(layer, row, left, right)
    yield (
        Brick(2 * column + last + 1, label=label, side=bottom)
        for column, (label, first) in labels
        if first or layer.sides
    )


def _row(layer: Layer, row: int, left: str, right: str) -> Iterator[Brick]:
    columns = [column for column, cell in enumerate(layer.cells[row]) if cell]
    yield Brick(2 * columns[0] - 2 + row, label=layer.rows[row], side=left)
    yield from (Brick(2 * column + row, (row, column)) for column in columns)
    if layer.sides:
        yield Brick(2 * columns[-1] + 2 + row, label=layer.rows[row], side=right)


def _first_row(layer: Layer, column: int) -> int:
    return next(row for row, cells in enumerate(layer.cells) if cells[column])
