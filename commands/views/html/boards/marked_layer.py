"""A layer of a board with highlights and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from commands.views.highlights import Highlights, Spot
from commands.views.html.boards.grid import MAX_CACHED_CELLS, Square
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
from commands.views.svg.empty_surfaces import star_points
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
        name = cell.square
        ground = _ground(self.layer.style, place, is_star=place in self._stars)
        if name in self._marked:
            is_last = (self.number, name) in self.highlights.last
            ground = ground._replace(
                is_last=is_last,
                is_trapped=cell.piece and name in self.highlights.trapped,
                arrow=self._arrows.get(name, DOT if is_last else ""),
            )
        href = self.hrefs.get((self.number, name), "") if name else ""
        if not href:
            return _square(cell, ground, size)
        is_target = name in self.highlights.targets
        return replace(_square(cell, ground, size, is_target=is_target), href=href)

    @cached_property
    def _marked(self) -> frozenset[str]:
        """The squares with a sign or color of their own."""
        last = (square for number, square in self.highlights.last if number == self.number)
        return self.highlights.trapped.union(last, self._arrows)

    @cached_property
    def _stars(self) -> Sequence[Place]:
        is_crossed = self.layer.style is Style.INTERSECTIONS
        return star_points(len(self.layer.rows), len(self.layer.columns)) if is_crossed else ()

    @cached_property
    def _arrows(self) -> dict[str, str]:
        """The arrows on the squares of trails. An arrow shows where the piece went next."""
        return {
            square: ARROWS.get((to[0] - at[0], to[1] - at[1]), "")
            for _, run in self.highlights.trail_runs(self.layer)
            for (square, at), (_, to) in pairwise(run)
        }


class Ground(NamedTuple):
    """The state of a square, apart from its piece and its link."""

    style: Style
    shade: int
    """0 or 1, or up to 2 for hexagons."""
    is_dark: bool
    is_star: bool
    """Whether it is a star point."""
    is_last: bool = False
    """Whether the last move changed it."""
    is_trapped: bool = False
    """Whether its piece can't move."""
    arrow: str = ""
    """The sign on the square, if it has no piece."""


@lru_cache(MAX_CACHED_CELLS)
def _ground(style: Style, place: Place, *, is_star: bool) -> Ground:
    """Returns a square that isn't marked."""
    shade = brick_shade(place) if style is Style.HEXAGONS else sum(place) % 2
    return Ground(style, shade, bool(sum(place) % 2), is_star)


@lru_cache(MAX_CACHED_CELLS)
def _square(cell: Cell, ground: Ground, size: int, *, is_target: bool | None = None) -> Square:
    """Returns a table cell without its link.

    `size`: the size of a square in pixels.
    `is_target`: whether the square is highlighted because of its link. None if it has no link.
    """
    style, dark = ground.style, ground.is_dark
    colour = square_colour(cell, shade=ground.shade, style=style)
    if not cell.square:
        return Square(colour, text=cell.text)
    if style not in UNCOLOURED:
        colour = TARGETS[dark] if is_target else LAST_MOVE[dark] if ground.is_last else colour
    remarks = ("can't move" if ground.is_trapped else "", "last move" if ground.is_last else "")
    words = ", ".join(filter(None, (*words_of(cell), *remarks)))
    edge = TRAPPED_EDGE if ground.is_trapped else LAST_EDGE if ground.is_last else ""
    other = f"Move to {cell.square}" if is_target else ""
    is_quiet = is_target is False and not cell.piece
    is_drawn = style in UNCOLOURED or style is Style.HOLES
    if is_drawn and not (words or is_target):
        empty = _empty(ground, colour)
        return replace(empty, name=cell.square, quiet=True) if is_quiet else empty
    return Square(
        colour=TRAPPED if ground.is_trapped else colour,
        piece=piece_of(cell, edge, colour) if cell.piece else None,
        text="" if cell.piece else _label(cell, size) if is_target else ground.arrow,
        title=f"{cell.square}: {words}" if words else other,
        name=cell.square if is_quiet else f"Move to {_label(cell, LARGEST)}",
        quiet=is_quiet,
        ink=LINK if is_target else INK if cell.seat is None else TRAIL_INKS[cell.seat % 2],
    )


def _empty(ground: Ground, colour: str) -> Square:
    """Returns an empty hole or intersection."""
    if ground.style is Style.HOLES:
        return Square(colour, Piece("", PieceColours(HOLE, HOLE, RULE), "", RULE))
    text = DOT if ground.is_star else POINT
    return Square(colour, text=text, ink=RULE, bare=not ground.is_star)


def _label(cell: Cell, size: int) -> str:
    """Returns the name of a square without parentheses, or a symbol if the name is too long."""
    name = cell.square.strip("()")
    return name if size >= SMALL or len(name) <= MAX_LABEL else TARGET
