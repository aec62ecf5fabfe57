"""Draws a board as HTML tables, one for each layer, with or without links for the reader."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from commands.views.board_view import SHARED_BOARDS, BoardView
from commands.views.highlights import Highlights, Spot
from commands.views.html.boards.flat_grid import flat_grid
from commands.views.html.boards.grid import Grid
from commands.views.html.boards.marked_layer import MarkedLayer
from commands.views.html.boards.pieces import piece_of
from commands.views.html.boards.raised_grid import raised_grid
from commands.views.html.links import Links
from commands.views.html.page import render
from commands.views.move_choices import MAX_MOVES
from pbm.diagram import Diagram


class Picture(NamedTuple):
    layers: Sequence[Grid]
    highlights: Highlights
    html: Markup


NO_PICTURE = Picture((), Highlights(), Markup())
"""For a board that is described in words."""


def picture(view: BoardView, links: Links, max_cells: int, *, linked: bool) -> Picture:
    """Returns the picture of a board.

    `max_cells`: the maximum number of rows and of columns of a layer.
    `linked`: whether squares are links if there are too many moves to link each one below.
    """
    targets = links.targets if linked or len(links.targets) <= MAX_MOVES else {}
    spots = links.spots if linked else {}
    if not (targets or spots):
        return _shared_picture(view, max_cells)
    tops = _tops(view.diagram)
    hrefs = {(0, square): href for square, href in targets.items()} | {
        (tops.get(square, 0), square): href for square, href in spots.items()
    }
    marked = frozenset() if _are_usual(view) else frozenset(targets)
    marked |= {square for square in spots if square not in tops}
    return _picture(view.diagram, replace(view.highlights, targets=marked), hrefs, max_cells)


def _are_usual(view: BoardView) -> bool:
    return bool(view.placements and view.placements.are_usual)


@lru_cache(SHARED_BOARDS)
def _shared_picture(view: BoardView, max_cells: int) -> Picture:
    """Returns the picture for readers who have no links on the board.

    It is cached because it is the same for all of them.
    """
    return _picture(view.diagram, view.highlights, {}, max_cells)


def _picture(
    diagram: Diagram, highlights: Highlights, hrefs: Mapping[Spot, str], max_cells: int
) -> Picture:
    grids = [*_grids(diagram, highlights, hrefs, max_cells)]
    return Picture(grids, highlights, render("layers", layers=grids) + _hands(diagram))


def _hands(diagram: Diagram) -> Markup:
    """Returns the pieces in the players' hands, as discs."""
    hands = [
        (hand.title, [(piece_of(cell, "", ""), count) for cell, count in hand.pieces])
        for hand in diagram.hands
    ]
    return render("hands", hands=hands) if hands else Markup()


def _grids(
    diagram: Diagram, highlights: Highlights, hrefs: Mapping[Spot, str], max_cells: int
) -> Iterator[Grid]:
    """Yields the layers to draw. A raised layer is drawn only if it has pieces."""
    tops = _tops(diagram)
    for number, layer in enumerate(diagram.layers):
        marked = MarkedLayer(layer, number, highlights, hrefs)
        below = diagram.layers[number - 1]
        if not layer.raised or len(below.columns) > max_cells:
            yield flat_grid(marked, max_cells)
        elif number in tops.values():
            yield raised_grid(marked, below)


def _tops(diagram: Diagram) -> dict[str, int]:
    """Returns the highest occupied layer of each square.

    Only the topmost piece of a stack can move.
    """
    return {cell.square: number for number, cell in diagram.numbered_cells() if cell.piece}
