"""Diagrams of boards with one layer."""

from collections.abc import Callable, Sequence

from pbm.diagram import Cell, Diagram, Layer
from pbm.look import Style

EMPTY = "."
"""The text of an empty square."""


def rectangle(
    columns: Sequence[str],
    rows: Sequence[str],
    cell: Callable[[int, int, str], Cell | None],
    style: Style = Style.CHECKERED,
    sides: tuple[str, ...] = (),
) -> Layer:
    """Returns a layer.

    `columns`: the labels, from the left.
    `rows`: the labels, from the top.
    `cell`: returns the cell of a column and a row, counted from the left and the top, and of the
    square's name. It returns None if the board has no such square.
    """
    cells = tuple(
        tuple(cell(column, row, f"{columns[column]}{rows[row]}") for column in range(len(columns)))
        for row in range(len(rows))
    )
    return Layer(tuple(columns), tuple(rows), cells, style=style, sides=sides)


def flat(layer: Layer, *notes: str) -> Diagram:
    """Returns a diagram of one layer."""
    return Diagram((layer,), notes)
