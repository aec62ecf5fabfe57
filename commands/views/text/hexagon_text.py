"""Draws boards of hexagons as plain text: each row is shifted right by half a cell."""

from collections.abc import Mapping

from pbm.diagram import Layer

MARGIN = 2
"""Number of spaces at the left of the longest label, and between labels and cells."""


def hexagon_lines(layer: Layer, width: int) -> list[str]:
    """Returns the lines of a board, with labels at the ends of its rows and columns.

    `width`: the width of the longest text of a cell.
    """
    half, last = width // 2 + 1, len(layer.rows) - 1
    rows = [
        {2 * column + row: cell.text for column, cell in enumerate(cells) if cell}
        for row, cells in enumerate(layer.cells)
    ]
    first = min(map(min, rows))
    room = max(map(len, layer.rows)) + 2 * MARGIN

    def line(texts: Mapping[int, str]) -> str:
        """Returns texts at their positions, which are in half cells."""
        drawn = ""
        for position, text in texts.items():
            drawn = drawn.ljust(room + (position - first) * half) + text
        return drawn

    lines = [line({2 * column - 1: layer.columns[column] for column in _columns(layer, 0)})]
    for label, cells in zip(layer.rows, rows, strict=True):
        drawn = line(cells)
        start = len(drawn) - len(drawn.lstrip())
        lines.append(f"{label.rjust(start - MARGIN)}{drawn[start - MARGIN :]}  {label}")
    below = {2 * column + last + 1: layer.columns[column] for column in _columns(layer, last)}
    return [*lines, line(below)]


def _columns(layer: Layer, row: int) -> list[int]:
    """Returns the columns that have a cell in a row."""
    return [column for column, cell in enumerate(layer.cells[row]) if cell]
