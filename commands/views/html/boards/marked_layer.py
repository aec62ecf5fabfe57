"""A layer of a board with highlights and links."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from commands.views.highlights import Highlights, Spot
from commands.views.html.boards.grid import Square
from commands.views.html.boards.hexagons import shade as brick_shade
from commands.views.html.boards.pieces import Piece, piece_of, words_of
from commands.views.html.boards.sizes import LARGEST, SMALL
from commands.views.html.colours import (
    HOLE,
    INK,
    LAST_EDGE,
    LAST_MOVE,
    LINK,
    RULE,
    TARGETS,
    TRAIL_INKS,
    TRAPPED,
    TRAPPED_EDGE,
    PieceColours,
    square_colour,
)
from commands.views.legend import DOT, UNCOLOURED
from commands.views.svg.surfaces import star_points
from pbm.diagram import Cell, Layer, Place
from pbm.look import Style

TARGET = "+"
"""Marks a target square whose name doesn't fit."""
MAX_LABEL = 3
"""Maximum number of letters in a label on the smallest squares."""
POINT = "\N{MIDDLE DOT}"
"""Marks an empty intersection."""
ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""Keys are differences in rows, counted from the top, and in columns."""


@dataclass(frozen=True)
class MarkedLayer:
    """A layer with the highlights and links of its squares."""

    layer: Layer
    number: int
    """Counted from 0."""
    highlights: Highlights
    hrefs: Mapping[Spot, str]
    """Links of target squares or of pieces."""

    def square(self, cell: Cell, place: Place, size: int) -> Square:
        """Converts a diagram cell to a table cell.

        `size`: the size of a square in pixels.
        """
        style, dark = self.layer.style, bool(sum(place) % 2)
        shade = brick_shade(place) if style is Style.HEXAGONS else dark
        if not cell.square:
            return Square(square_colour(cell, shade=shade, style=style), text=cell.text)
        spot = self.number, cell.square
        is_last = spot in self.highlights.last
        is_trapped = cell.piece and cell.square in self.highlights.trapped
        is_target = cell.square in self.highlights.targets and spot in self.hrefs
        colour = square_colour(cell, shade=shade, style=style)
        if style not in UNCOLOURED:
            colour = TARGETS[dark] if is_target else LAST_MOVE[dark] if is_last else colour
        notes = (
            *words_of(cell),
            "can't move" if is_trapped else "",
            "last move" if is_last else "",
        )
        words = ", ".join(filter(None, notes))
        arrow = self._arrows.get(cell.square, DOT if is_last else "")
        edge = TRAPPED_EDGE if is_trapped else LAST_EDGE if is_last else ""
        other = f"Move to {cell.square}" if is_target else ""
        href = self.hrefs.get(spot, "")
        is_quiet = bool(href) and not (is_target or cell.piece)
        is_drawn = style in UNCOLOURED or style is Style.HOLES
        if is_drawn and not (words or is_target):
            empty = self._empty(place, colour)
            return replace(empty, href=href, name=cell.square, quiet=True) if is_quiet else empty
        return Square(
            colour=TRAPPED if is_trapped else colour,
            piece=piece_of(cell, edge, colour) if cell.piece else None,
            text="" if cell.piece else _label(cell, size) if is_target else arrow,
            title=f"{cell.square}: {words}" if words else other,
            href=href,
            name=cell.square if is_quiet else f"Move to {_label(cell, LARGEST)}",
            quiet=is_quiet,
            ink=LINK if is_target else INK if cell.seat is None else TRAIL_INKS[cell.seat % 2],
        )

    def _empty(self, place: Place, colour: str) -> Square:
        """Returns an empty hole or intersection."""
        if self.layer.style is Style.HOLES:
            return Square(colour, Piece("", PieceColours(HOLE, HOLE, RULE), "", RULE))
        is_star = self.layer.style is Style.INTERSECTIONS and place in self._stars
        return Square(colour, text=DOT if is_star else POINT, ink=RULE, bare=not is_star)

    @cached_property
    def _stars(self) -> list[Place]:
        return star_points(len(self.layer.rows), len(self.layer.columns))

    @cached_property
    def _arrows(self) -> dict[str, str]:
        """The arrows on the squares of trails. An arrow shows where the piece went next."""
        return {
            square: ARROWS.get((to[0] - at[0], to[1] - at[1]), "")
            for _, run in self.highlights.trail_runs(self.layer)
            for (square, at), (_, to) in pairwise(run)
        }


def _label(cell: Cell, size: int) -> str:
    """Returns the name of a square without parentheses, or a symbol if the name is too long."""
    name = cell.square.strip("()")
    return name if size >= SMALL or len(name) <= MAX_LABEL else TARGET
