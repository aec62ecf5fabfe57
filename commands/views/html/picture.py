"""The picture of a board: its layers as HTML, with a reader's links on them or for all readers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from commands.views.board_view import SHARED_BOARDS, BoardView
from commands.views.html.grid import Grid, Highlights
from commands.views.html.links import Links
from commands.views.html.page import render
from commands.views.html.stacking import grids
from commands.views.html.trails import trail_arrows


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
