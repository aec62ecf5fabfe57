"""A layer of a board as one table."""

from commands.views.cropping import crop
from commands.views.html.boards.brick_grid import brick_grid
from commands.views.html.boards.crossing_lines import lines
from commands.views.html.boards.grid import Grid, Square
from commands.views.html.boards.marked_layer import MarkedLayer
from commands.views.html.boards.sizes import square_sizes
from commands.views.legend import UNCOLOURED
from pbm.look import Style

MAX_SQUARES, MAX_STONES = 14, 19
"""Maximum number of rows and columns of a board in two shades, and of any other board, that aren't
cropped in the longest version.
"""


def flat_grid(marked: MarkedLayer, max_cells: int) -> Grid:
    """Returns the layer, cropped to `max_cells` rows and columns."""
    if marked.layer.style is not Style.CHECKERED:
        max_cells = max_cells * MAX_STONES // MAX_SQUARES
    layer = crop(marked.layer, max_cells, max_cells)
    if layer == marked.layer and layer.style is Style.HEXAGONS:
        return brick_grid(marked)
    is_whole = layer == marked.layer and not any(None in cells for cells in layer.cells)
    # The lines are a background of the whole table, so they would cross missing squares.
    is_lined = is_whole and layer.style in UNCOLOURED
    size, wide_size = square_sizes(len(layer.columns), is_lined=is_lined)
    rows = (
        tuple(
            marked.square(cell, (row, column), size) if cell else Square("")
            for column, cell in enumerate(cells)
        )
        for row, cells in enumerate(layer.cells)
    )
    labels = ((label, 1) for label in layer.rows)
    return Grid(
        title=layer.title,
        columns=tuple((label, 1) for label in layer.columns),
        rows=tuple(zip(labels, rows, strict=True)),
        size=size,
        unit=size,
        wide_size=wide_size if wide_size != size else 0,
        cropped=layer != marked.layer,
        background=lines(layer.style, len(layer.rows), len(layer.columns)) if is_lined else "",
    )
