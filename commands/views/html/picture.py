"""The picture of a board: its layers as HTML, with a reader's links on them or for all readers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from commands.views.board_view import SHARED_BOARDS, BoardView
from commands.views.html.colours import PALE_BLEND, SQUARES, WHITE, cell_colours, mix
from commands.views.html.grid import (
    Grid,
    Highlights,
    Square,
    flat_grid,
    layer_of_top,
    make_square,
    square_sizes,
)
from commands.views.html.links import Links
from commands.views.html.page import render
from pbm.diagram import Cell, Diagram, Layer

# Layers of a diagram as grids; one that lies on another is shifted by half a square over it.

Rows = dict[tuple[int, int], Square | None]
"""Squares by their first row and column, in half squares; None where another square reaches."""


def grids(diagram: Diagram, highlights: Highlights, max_size: int) -> list[Grid]:
    """Returns the layers on which there are pieces, of at most `max_size` rows and columns."""
    tops = layer_of_top(diagram)
    result = []
    for number, layer in enumerate(diagram.layers):
        own = {at: href for at, href in highlights.pieces.items() if tops.get(at) == number}
        marked = replace(highlights, pieces=own)
        below = diagram.layers[number - 1]
        if layer.raised and len(below.columns) <= max_size:
            if number in tops.values():
                result.append(_raised_grid(layer, below, number, marked))
        else:
            result.append(flat_grid(layer, number, marked, max_size))
    return result


def _raised_grid(layer: Layer, below: Layer, number: int, highlights: Highlights) -> Grid:
    """Returns a layer in half squares, with the pale layer below where it has nothing."""
    size, _ = square_sizes(len(below.columns))
    unit = size // 2
    covered = _covered(layer, number, highlights, 2 * unit)
    squares = _below(below, covered) | covered
    labels = iter(layer.rows)
    rows = []
    for row in range(2 * len(below.rows)):
        inner = 0 < row < 2 * len(below.rows) - 1
        label = ((next(labels), 2) if row % 2 else None) if inner else ("", 1)
        cells = (squares[row, column] for column in range(2 * len(below.columns)))
        rows.append((label, tuple(cells)))
    return Grid(
        title=f"{layer.title}, on {below.title.lower()}",
        columns=(("", 1), *((label, 2) for label in layer.columns), ("", 1)),
        rows=tuple(rows),
        size=2 * unit,
        unit=unit,
    )


def _below(below: Layer, covered: Rows) -> Rows:
    """Returns the squares of the layer below; in quarters where a square of the layer lies."""
    shown: Rows = {}
    for row, cells in enumerate(below.cells):
        for column, cell in enumerate(cells):
            square = Square(_pale(cell, dark=bool((row + column) % 2)))
            places = _quarters(2 * row, 2 * column)
            if covered.keys().isdisjoint(places):
                shown |= dict.fromkeys(places) | {places[0]: replace(square, span=2)}
            else:
                shown |= dict.fromkeys(places, square)
    return shown


def _covered(layer: Layer, number: int, highlights: Highlights, size: int) -> Rows:
    """Returns the squares of the layer that have a piece or could have one."""
    covered: Rows = {}
    for row, cells in enumerate(layer.cells):
        for column, cell in enumerate(cells):
            if cell and (cell.piece or "unsupported" not in cell.marks):
                first, *others = _quarters(2 * row + 1, 2 * column + 1)
                dark = bool((row + column) % 2)
                square = make_square(cell, number, highlights, size, dark=dark)
                covered[first] = replace(square, span=2)
                covered |= dict.fromkeys(others)
    return covered


def _quarters(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down in (0, 1) for right in (0, 1)]


def _pale(cell: Cell | None, *, dark: bool) -> str:
    square = mix(SQUARES[dark], WHITE, PALE_BLEND)
    return mix(cell_colours(cell).disc, square, 0.7) if cell and cell.piece else square


# The paths of trails, as arrows.

ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""By the difference in rows, from the top, and columns."""


def trail_arrows(paths: Sequence[Sequence[str]], diagram: Diagram) -> dict[str, str]:
    """Returns the direction in which each square of the pieces' paths was last left."""
    places = {
        cell.square: (row, column)
        for row, cells in enumerate(diagram.layers[0].cells if paths else ())
        for column, cell in enumerate(cells)
        if cell
    }
    steps = (step for path in paths for step in pairwise(path) if set(step) <= {*places})
    return {origin: _arrow(places[origin], places[target]) for origin, target in steps}


def _arrow(origin: tuple[int, int], target: tuple[int, int]) -> str:
    return ARROWS.get((target[0] - origin[0], target[1] - origin[1]), "")


class Picture(NamedTuple):
    """The layers, and their HTML."""

    layers: Sequence[Grid]
    highlights: Highlights
    html: Markup


def picture(view: BoardView, links: Links, max_cells: int, *, linked: bool) -> Picture:
    """Returns the picture of a board; `max_cells`: the most rows, and columns, of a layer.

    `linked`: True if pieces are links where there are too many moves.
    """
    pieces = links.pieces if linked else {}
    if not (links.targets or pieces):
        return _shared_picture(view, max_cells)
    return _picture(
        view, max_cells, replace(_highlights(view), targets=links.targets, pieces=pieces)
    )


@lru_cache(SHARED_BOARDS)
def _shared_picture(view: BoardView, max_cells: int) -> Picture:
    """Returns the picture for readers who have no links on it."""
    return _picture(view, max_cells, _highlights(view))


def _picture(view: BoardView, max_cells: int, highlights: Highlights) -> Picture:
    layers = grids(view.diagram, highlights, max_cells)
    return Picture(layers, highlights, render("layers", layers=layers))


def _highlights(view: BoardView) -> Highlights:
    return Highlights(
        last=view.last_squares,
        arrows=trail_arrows(view.paths, view.diagram),
        trapped=view.match.game.trapped(view.match.state.position),
    )
