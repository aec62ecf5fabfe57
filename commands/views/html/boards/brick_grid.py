"""A board of hexagons as a table."""

from collections.abc import Sequence
from dataclasses import replace

from commands.views.html.boards.grid import Grid, Square
from commands.views.html.boards.hexagons import Brick, brick_rows
from commands.views.html.boards.marked_layer import MarkedLayer
from commands.views.html.boards.sizes import LARGEST, NARROWEST_PHONE, SMALLEST_STONE, WIDE
from commands.views.html.colours import BY_WORD, LABEL


def brick_grid(marked: MarkedLayer) -> Grid:
    """Returns a board of hexagons."""
    width, rows = brick_rows(marked.layer)
    unit, wide_unit = (
        min(max(room // width, SMALLEST_STONE // 2), LARGEST // 2)
        for room in (NARROWEST_PHONE, WIDE)
    )
    return Grid(
        title=marked.layer.title,
        columns=(),
        rows=tuple((None, _brick_row(marked, row, width, 2 * unit)) for row in rows),
        size=2 * unit,
        unit=unit,
        wide_size=2 * wide_unit if wide_unit != unit else 0,
        bricks=width,
    )


def _brick_row(
    marked: MarkedLayer, bricks: Sequence[Brick], width: int, size: int
) -> tuple[Square | None, ...]:
    """Returns the cells and labels of a row, with empty squares between them."""
    squares, at = list[Square](), 0
    for brick in bricks:
        squares += _space(brick.left - at)
        squares.append(replace(_brick(marked, brick, size), span=2, flat=True))
        at = brick.left + 2
    return (*squares, *_space(width - at))


def _brick(marked: MarkedLayer, brick: Brick, size: int) -> Square:
    if brick.place is None:
        side = BY_WORD.get(brick.side)
        if side is None:
            return Square("", text=brick.label, ink=LABEL, is_label=True)
        return Square(side.disc, text=brick.label, ink=side.sign, is_label=True)
    row, column = brick.place
    cell = marked.layer.cells[row][column]
    return marked.square(cell, brick.place, size) if cell else Square("")


def _space(halves: int) -> list[Square]:
    """Returns an empty square of this many half cells."""
    return [Square("", span=halves, flat=True)] if halves else []
