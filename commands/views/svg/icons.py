"""A piece alone, beside the name of its player."""

from markupsafe import Markup

from commands.views.svg.pieces import colour_of, drawn_piece
from pbm.diagram import Cell


def icon(cell: Cell) -> Markup:
    """Returns a drawing of the piece that refers to nothing else on the page."""
    return Markup(  # noqa: S704 - all texts in it are escaped
        '<svg class="board icon" viewBox=".6 .6 8.8 8.8" aria-hidden="true">'
        f'<g class="{colour_of(cell)}">{drawn_piece(cell)}</g></svg>'
    )
