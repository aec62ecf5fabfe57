"""The picture of a board: its layers as tables, with a reader's links or without."""

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
"""The width of a board in pixels on the narrowest screens, unless its squares are too small."""
WIDE = 536
"""The width of a board in pixels on wide screens."""
LARGEST = 75
"""The largest size of a square in pixels."""
LABEL_WIDTH = 20
"""The width of the row labels in pixels."""
SMALLEST_FONT = 12
SMALLEST = 22
"""The smallest size of a square in pixels."""
SMALL = 36
"""Squares below this size in pixels are hard to hit with a finger."""
TARGET = "+"
"""Marks a square to move to whose name is too long."""
MAX_LABEL = 3
"""The most letters of a label that fits the smallest squares."""
CELLS = 1024
"""The number of squares whose HTML is kept: boards have the same ones again and again."""
ARROWS = {(0, 1): "\N{RIGHTWARDS ARROW}", (0, -1): "\N{LEFTWARDS ARROW}"} | {
    (1, 0): "\N{DOWNWARDS ARROW}",
    (-1, 0): "\N{UPWARDS ARROW}",
}
"""By the difference in rows, from the top, and columns."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as a disc with a sign."""

    sign: str
    colours: PieceColours
    words: str
    edge: str
    """The colour of its edge."""
    edge_width: int = 1
    """The width of its edge in pixels."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square as a cell of the table."""

    colour: str
    """The background; empty where the board has no square."""
    piece: Piece | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    span: int = 1
    """The rows and columns that it takes."""
    ink: str = INK

    @property
    def plain(self) -> bool:
        """True if it has nothing but its colour."""
        return not (self.title or self.text or self.piece) and self.span == 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A layer, ready for the template."""

    title: str
    columns: tuple[tuple[str, int], ...]
    """The labels, and the columns that each takes."""
    rows: tuple[tuple[tuple[str, int] | None, tuple[Square | None, ...]], ...]
    """Each row's label with the rows it takes, and its squares; None where there is none."""
    size: int
    """The size of a square in pixels."""
    unit: int
    """The size in pixels of a row or column of the table."""
    wide_size: int = 0
    """The size of a square in pixels on wide screens, if it is another."""
    cropped: bool = False

    def squares(self) -> Iterator[Square]:
        """Yields every square."""
        return (square for _, squares in self.rows for square in squares if square)

    def cell(self, square: Square) -> Markup:
        """Returns the HTML of a square."""
        if square.href:  # it is one reader's
            return _cell.__wrapped__(square, self.size, wide=bool(self.wide_size))
        return _cell(square, self.size)

    @property
    def label_font(self) -> int:
        """The font size of labels, and of the names of squares, in pixels."""
        return max(self.size // 4, SMALLEST_FONT)


@lru_cache(CELLS)
def _cell(square: Square, size: int, *, wide: bool = False) -> Markup:
    """Returns the HTML of a square of this size in pixels; `wide`: on wide screens it is larger."""
    disc, font = size * 4 // 5, size * 3 // 5
    sizes = {"size": size, "disc": disc, "font": font}
    text_font = max(font * 2 // 3, SMALLEST_FONT)
    return macro("square", square=square, wide=wide, text_font=text_font, **sizes)


class Picture(NamedTuple):
    """The layers, and their HTML."""

    layers: Sequence[Grid]
    highlights: Highlights
    html: Markup


NO_PICTURE = Picture((), Highlights(), Markup())
"""Of a board that is told in words."""


def picture(view: BoardView, links: Links, max_cells: int, *, linked: bool) -> Picture:
    """Returns the picture of a board; `max_cells`: the most rows, and columns, of a layer.

    `linked`: True if pieces are links where there are too many moves.
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
    """Returns the picture for readers who have no links on it."""
    return _picture(view.diagram, view.highlights, {}, max_cells)


def _picture(
    diagram: Diagram, highlights: Highlights, hrefs: Mapping[Spot, str], max_cells: int
) -> Picture:
    grids = [*_grids(diagram, highlights, hrefs, max_cells)]
    return Picture(grids, highlights, render("layers", layers=grids))


def _grids(
    diagram: Diagram, highlights: Highlights, hrefs: Mapping[Spot, str], max_cells: int
) -> Iterator[Grid]:
    """Yields the layers; a layer that lies on another only if it has pieces."""
    tops = _tops(diagram)
    for number, layer in enumerate(diagram.layers):
        marked = MarkedLayer(layer, number, highlights, hrefs)
        below = diagram.layers[number - 1]
        if not layer.raised or len(below.columns) > max_cells:
            yield marked.flat_grid(max_cells)
        elif number in tops.values():
            yield marked.raised_grid(below)


def _tops(diagram: Diagram) -> dict[str, int]:
    """Returns the highest layer with a piece by square: of a stack, the topmost piece can move."""
    return {cell.square: number for number, cell in diagram.numbered_cells() if cell.piece}


Rows = dict[Place, Square | None]
"""Squares by their first row and column, in half squares; None where another square reaches."""


@dataclass(frozen=True)
class MarkedLayer:
    """A layer, and what is marked on its squares."""

    layer: Layer
    number: int
    """Counted from 0."""
    highlights: Highlights
    hrefs: Mapping[Spot, str]
    """The links of squares to move to, or of pieces."""

    def flat_grid(self, max_cells: int) -> Grid:
        """Returns the layer with at most `max_cells` rows and columns."""
        shown = crop(self.layer, max_cells, max_cells)
        size, wide_size = _square_sizes(len(shown.columns))
        rows = (
            tuple(
                self._square(cell, (row, column), size) if cell else Square("")
                for column, cell in enumerate(cells)
            )
            for row, cells in enumerate(shown.cells)
        )
        labels = ((label, 1) for label in shown.rows)
        return Grid(
            title=shown.title,
            columns=tuple((label, 1) for label in shown.columns),
            rows=tuple(zip(labels, rows, strict=True)),
            size=size,
            unit=size,
            wide_size=wide_size if wide_size != size else 0,
            cropped=shown != self.layer,
        )

    def raised_grid(self, below: Layer) -> Grid:
        """Returns the layer in half squares, with the pale layer below where it has nothing."""
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
        """Returns the squares that have a piece or could have one."""
        covered: Rows = {}
        for (row, column), cell in self.layer.squares():
            if cell.piece or "unsupported" not in cell.marks:
                first, *others = _quarters(2 * row + 1, 2 * column + 1)
                covered[first] = replace(self._square(cell, (row, column), size), span=2)
                covered |= dict.fromkeys(others)
        return covered

    def _square(self, cell: Cell, place: Place, size: int) -> Square:
        """Returns a cell of the diagram as a square of this size in pixels."""
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
        """The directions in which the squares of trails were last left."""
        return {
            square: ARROWS.get((to[0] - at[0], to[1] - at[1]), "")
            for _, run in self.highlights.trail_runs(self.layer)
            for (square, at), (_, to) in pairwise(run)
        }


def _square_sizes(columns: int) -> tuple[int, int]:
    """Returns the sizes of a square in pixels, on phones and on wide screens."""
    narrow, wide = (
        min(max((width - LABEL_WIDTH) // max(columns, 1), SMALLEST), LARGEST)
        for width in (NARROWEST_PHONE, WIDE)
    )
    return narrow, wide


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
    """Returns the description of an occupied square, with its marks."""
    marks = sorted(mark for mark in cell.marks if mark not in cell.words)
    return (cell.words, *marks) if cell.words else ()


def _label(cell: Cell, size: int) -> str:
    """Returns the name of a square without parentheses, or a sign where it is too long."""
    name = cell.square.strip("()")
    return name if size >= SMALL or len(name) <= MAX_LABEL else TARGET
