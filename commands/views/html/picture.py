"""Draws a board as HTML tables, one for each layer, with or without links for the reader."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from commands.views.board_view import SHARED_BOARDS, BoardView
from commands.views.cropping import crop
from commands.views.highlights import Highlights, Spot
from commands.views.html.colours import (
    INK,
    LAST_EDGE,
    LAST_MOVE,
    LINK,
    PALE_BLEND,
    SQUARES,
    TARGETS,
    TRAIL_INKS,
    TRAPPED,
    TRAPPED_EDGE,
    WHITE,
    PieceColours,
    cell_colours,
    mix,
    square_colour,
)
from commands.views.html.links import Links
from commands.views.html.page import macro, render
from commands.views.html.signs import piece_sign
from commands.views.legend import DOT
from pbm.diagram import Cell, Diagram, Layer, Place

NARROWEST_PHONE = 320
"""Width of a board in pixels on the narrowest screens. A board whose squares would be too small is
wider.
"""
WIDE = 536
"""Width of a board in pixels on wide screens."""
LARGEST = 75
"""Maximum size of a square in pixels."""
LABEL_WIDTH = 20
"""Width of the row labels in pixels."""
SMALLEST_FONT = 12
SMALLEST = 22
"""Minimum size of a square in pixels."""
SMALL = 36
"""Size in pixels below which a square is hard to tap with a finger."""
TARGET = "+"
"""Marks a target square whose name doesn't fit."""
MAX_LABEL = 3
"""Maximum number of letters in a label on the smallest squares."""
MAX_CACHED_CELLS = 1024
"""Number of squares whose HTML is cached. Many boards contain identical squares."""
ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""Keys are differences in rows, counted from the top, and in columns."""


@dataclass(frozen=True, slots=True)
class Piece:
    sign: str
    colours: PieceColours
    words: str
    edge: str
    """The color of the disc's edge."""
    edge_width: int = 1
    """Width of the disc's edge in pixels."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the table."""

    colour: str
    """Background color. Empty where the board has no square."""
    piece: Piece | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    span: int = 1
    """Number of table rows and columns that the cell covers."""
    ink: str = INK

    @property
    def plain(self) -> bool:
        """Whether the cell has nothing but its color."""
        return not (self.title or self.text or self.piece) and self.span == 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A layer of the board, as values for the template."""

    title: str
    columns: tuple[tuple[str, int], ...]
    """The label of each column, with the number of table columns that it covers."""
    rows: tuple[tuple[tuple[str, int] | None, tuple[Square | None, ...]], ...]
    """The rows. Each has a label with the number of table rows that it covers, and its cells. The
    label is None if the label of the row above covers this row. A cell is None if another cell
    covers its place.
    """
    size: int
    """Size of a square in pixels."""
    unit: int
    """Size of a table row or column in pixels."""
    wide_size: int = 0
    """Size of a square in pixels on wide screens. It is 0 if it doesn't differ."""
    cropped: bool = False

    def squares(self) -> Iterator[Square]:
        return (square for _, squares in self.rows for square in squares if square)

    def cell(self, square: Square) -> Markup:
        """Returns the HTML of a cell."""
        if square.href:  # A link belongs to one reader, so its cell isn't cached.
            return _cell.__wrapped__(square, self.size, wide=bool(self.wide_size))
        return _cell(square, self.size)

    @property
    def label_font(self) -> int:
        """Font size in pixels of row and column labels and of the names of squares."""
        return max(self.size // 4, SMALLEST_FONT)


@lru_cache(MAX_CACHED_CELLS)
def _cell(square: Square, size: int, *, wide: bool = False) -> Markup:
    """Returns the HTML of a cell.

    `size`: the size of a square in pixels.
    `wide`: whether it is larger on wide screens.
    """
    disc, font = size * 4 // 5, size * 3 // 5
    sizes = {"size": size, "disc": disc, "font": font}
    text_font = max(font * 2 // 3, SMALLEST_FONT)
    return macro("square", square=square, wide=wide, text_font=text_font, **sizes)


class Picture(NamedTuple):
    layers: Sequence[Grid]
    highlights: Highlights
    html: Markup


NO_PICTURE = Picture((), Highlights(), Markup())
"""For a board that is described in words."""


def picture(view: BoardView, links: Links, max_cells: int, *, linked: bool) -> Picture:
    """Returns the picture of a board.

    `max_cells`: the maximum number of rows and of columns of a layer.
    `linked`: whether pieces are links if there are too many moves to link each one.
    """
    pieces = links.pieces if linked else {}
    if not (links.targets or pieces):
        return _shared_picture(view, max_cells)
    tops = _tops(view.diagram)
    hrefs = {(0, square): href for square, href in links.targets.items()} | {
        (tops[square], square): href for square, href in pieces.items() if square in tops
    }
    highlights = replace(view.highlights, targets=frozenset(links.targets))
    return _picture(view.diagram, highlights, hrefs, max_cells)


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
    return Picture(grids, highlights, render("layers", layers=grids))


def _grids(
    diagram: Diagram, highlights: Highlights, hrefs: Mapping[Spot, str], max_cells: int
) -> Iterator[Grid]:
    """Yields the layers to draw. A raised layer is drawn only if it has pieces."""
    tops = _tops(diagram)
    for number, layer in enumerate(diagram.layers):
        marked = MarkedLayer(layer, number, highlights, hrefs)
        below = diagram.layers[number - 1]
        if not layer.raised or len(below.columns) > max_cells:
            yield marked.flat_grid(max_cells)
        elif number in tops.values():
            yield marked.raised_grid(below)


def _tops(diagram: Diagram) -> dict[str, int]:
    """Returns the highest occupied layer of each square.

    Only the topmost piece of a stack can move.
    """
    return {cell.square: number for number, cell in diagram.numbered_cells() if cell.piece}


Rows = dict[Place, Square | None]
"""Squares by their first row and column, measured in half squares. The value is None for a place
that another square covers.
"""


@dataclass(frozen=True)
class MarkedLayer:
    """A layer with the highlights and links of its squares."""

    layer: Layer
    number: int
    """Counted from 0."""
    highlights: Highlights
    hrefs: Mapping[Spot, str]
    """Links of target squares or of pieces."""

    def flat_grid(self, max_cells: int) -> Grid:
        """Returns the layer, cropped to `max_cells` rows and columns."""
        layer = crop(self.layer, max_cells, max_cells)
        size, wide_size = _square_sizes(len(layer.columns))
        rows = (
            tuple(
                self._square(cell, (row, column), size) if cell else Square("")
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
            cropped=layer != self.layer,
        )

    def raised_grid(self, below: Layer) -> Grid:
        """Returns a raised layer in half squares.

        Where it has no squares, the layer below is shown in pale colors.
        """
        size, _ = _square_sizes(len(below.columns))
        unit = size // 2
        covered = self._covered(2 * unit)
        squares = _below(below, covered) | covered
        labels = iter(self.layer.rows)
        rows = []
        for row in range(2 * len(below.rows)):
            inner = 0 < row < 2 * len(below.rows) - 1
            label = ((next(labels), 2) if row % 2 else None) if inner else ("", 1)
            cells = (squares[row, column] for column in range(2 * len(below.columns)))
            rows.append((label, tuple(cells)))
        return Grid(
            title=f"{self.layer.title}, on {below.title.lower()}",
            columns=(("", 1), *((label, 2) for label in self.layer.columns), ("", 1)),
            rows=tuple(rows),
            size=2 * unit,
            unit=unit,
        )

    def _covered(self, size: int) -> Rows:
        """Returns the squares that are occupied or could be."""
        covered: Rows = {}
        for (row, column), cell in self.layer.squares():
            if cell.piece or "unsupported" not in cell.marks:
                first, *further = _quarters(2 * row + 1, 2 * column + 1)
                covered[first] = replace(self._square(cell, (row, column), size), span=2)
                covered |= dict.fromkeys(further)
        return covered

    def _square(self, cell: Cell, place: Place, size: int) -> Square:
        """Converts a diagram cell to a table cell.

        `size`: the size of a square in pixels.
        """
        dark = bool(sum(place) % 2)
        if not cell.square:
            return Square(square_colour(cell, dark=dark), text=cell.text)
        spot = self.number, cell.square
        is_last = spot in self.highlights.last
        is_trapped = cell.piece and cell.square in self.highlights.trapped
        is_target = cell.square in self.highlights.targets and spot in self.hrefs
        colour = square_colour(cell, dark=dark)
        colour = TARGETS[dark] if is_target else LAST_MOVE[dark] if is_last else colour
        notes = (*_words(cell), "can't move" if is_trapped else "", "last move" if is_last else "")
        words = ", ".join(filter(None, notes))
        arrow = self._arrows.get(cell.square, DOT if is_last else "")
        edge = TRAPPED_EDGE if is_trapped else LAST_EDGE if is_last else ""
        other = f"Move to {cell.square}" if is_target else ""
        return Square(
            colour=TRAPPED if is_trapped else colour,
            piece=_piece(cell, edge) if cell.piece else None,
            text="" if cell.piece else _label(cell, size) if is_target else arrow,
            title=f"{cell.square}: {words}" if words else other,
            href=self.hrefs.get(spot, ""),
            ink=LINK if is_target else INK if cell.seat is None else TRAIL_INKS[cell.seat % 2],
        )

    @cached_property
    def _arrows(self) -> dict[str, str]:
        """The arrows on the squares of trails. An arrow shows where the piece went next."""
        return {
            square: ARROWS.get((to[0] - at[0], to[1] - at[1]), "")
            for _, run in self.highlights.trail_runs(self.layer)
            for (square, at), (_, to) in pairwise(run)
        }


def _square_sizes(columns: int) -> tuple[int, int]:
    """Returns the size of a square in pixels on phones and on wide screens."""
    narrow, wide = (
        min(max((width - LABEL_WIDTH) // max(columns, 1), SMALLEST), LARGEST)
        for width in (NARROWEST_PHONE, WIDE)
    )
    return narrow, wide


def _below(below: Layer, covered: Rows) -> Rows:
    """Returns the squares of the layer below.

    Squares that the raised layer partly covers are split into quarters.
    """
    squares: Rows = {}
    for row, cells in enumerate(below.cells):
        for column, cell in enumerate(cells):
            square = Square(_pale(cell, dark=bool((row + column) % 2)))
            places = _quarters(2 * row, 2 * column)
            if covered.keys().isdisjoint(places):
                squares |= dict.fromkeys(places) | {places[0]: replace(square, span=2)}
            else:
                squares |= dict.fromkeys(places, square)
    return squares


def _quarters(row: int, column: int) -> list[tuple[int, int]]:
    return [(row + down, column + right) for down in (0, 1) for right in (0, 1)]


def _pale(cell: Cell | None, *, dark: bool) -> str:
    square = mix(SQUARES[dark], WHITE, PALE_BLEND)
    return mix(cell_colours(cell).disc, square, 0.7) if cell and cell.piece else square


def _piece(cell: Cell, edge: str) -> Piece:
    colours, words = cell_colours(cell), ", ".join(_words(cell))
    width = 3 if edge else 1
    return Piece(piece_sign(cell), colours, words, edge or colours.edge, width)


def _words(cell: Cell) -> tuple[str, ...]:
    """Returns the description of an occupied square and its marks."""
    marks = sorted(mark for mark in cell.marks if mark not in cell.words)
    return (cell.words, *marks) if cell.words else ()


def _label(cell: Cell, size: int) -> str:
    """Returns the name of a square without parentheses, or a symbol if the name is too long."""
    name = cell.square.strip("()")
    return name if size >= SMALL or len(name) <= MAX_LABEL else TARGET
