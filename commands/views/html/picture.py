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
    BY_WORD,
    HOLE,
    INK,
    LABEL,
    LAST_EDGE,
    LAST_MOVE,
    LINK,
    PALE_BLEND,
    RULE,
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
from commands.views.html.hexagons import Brick, brick_rows
from commands.views.html.hexagons import shade as brick_shade
from commands.views.html.lines import lines
from commands.views.html.links import Links
from commands.views.html.page import macro, render
from commands.views.html.signs import piece_sign
from commands.views.legend import DOT, UNCOLOURED
from commands.views.move_choices import MAX_MOVES
from commands.views.svg.signs import kind_of
from commands.views.svg.surfaces import star_points
from pbm.diagram import Cell, Diagram, Layer, Place
from pbm.look import Shape, Style

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
SMALLEST_STONE = 14
"""Minimum size of a square in pixels on boards whose pieces have no signs."""
MAX_SQUARES, MAX_STONES = 14, 19
"""Maximum number of rows and columns of a board in two shades, and of any other board, that aren't
cropped in the longest version.
"""
MANY_STONES = 100
SMALL = 36
"""Size in pixels below which a square is hard to tap with a finger."""
TARGET = "+"
"""Marks a target square whose name doesn't fit."""
MAX_LABEL = 3
"""Maximum number of letters in a label on the smallest squares."""
POINT = "\N{MIDDLE DOT}"
"""Marks an empty intersection."""
RADII = dict.fromkeys(Shape, "50%") | {
    Shape.DISC: "",
    Shape.PENTAGON: "45% 45% 10% 10%",
    Shape.PENTAGON_DOWN: "10% 10% 45% 45%",
}
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
    radius: str = ""
    """The rounding of its corners. Empty for a disc."""
    is_figure: bool = False
    """Whether its sign is as large as a disc."""

    is_stone: bool = False
    """Whether its sign is hidden."""

    @property
    def has_letters(self) -> bool:
        """Whether its sign is two letters, which must be smaller."""
        return len(self.sign) > 1 and self.sign.isascii()


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the table."""

    colour: str
    """Background color. Empty where the board has no square."""
    piece: Piece | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    name: str = ""
    """Name of the link for screen readers, unless the cell has a piece."""
    quiet: bool = False
    """Whether the link isn't highlighted, because most empty squares are links."""
    span: int = 1
    """Number of table rows and columns that the cell covers."""
    ink: str = INK
    flat: bool = False
    """Whether it covers a single row, although it covers several columns."""
    is_label: bool = False
    """Whether it is the label of a row or column of hexagons."""
    bare: bool = False
    """Whether its text has the color and size of the table."""

    @property
    def is_space(self) -> bool:
        """Whether it is the room next to a shifted row of hexagons."""
        return self.flat and not (self.colour or self.text)

    @property
    def is_stone(self) -> bool:
        """Whether its HTML is short, because a board may have hundreds of stones."""
        return bool(self.piece and self.piece.is_stone and not self.href)

    @property
    def is_usual_stone(self) -> bool:
        return bool(self.is_stone and self.piece and self.piece.edge_width == 1)

    @property
    def plain(self) -> bool:
        """Whether the cell has nothing but its color."""
        return not (self.title or self.text or self.piece or self.href) and self.span == 1


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
    background: str = ""
    """The background of the table with the board's lines. Its labels are on it, too."""
    bricks: int = 0
    """The number of table columns, if they are half cells of hexagons."""

    def squares(self) -> Iterator[Square]:
        return (square for _, squares in self.rows for square in squares if square)

    def cell(self, square: Square) -> Markup:
        """Returns the HTML of a cell."""
        if square.href:  # A link belongs to one reader, so its cell isn't cached.
            return _cell.__wrapped__(square, self.size, wide=bool(self.wide_size))
        return _cell(square, self.size, short=square.is_usual_stone and self.has_many_stones)

    @property
    def has_many_stones(self) -> bool:
        """Whether the HTML of each stone must be very short."""
        return sum(square.is_stone for square in self.squares()) > MANY_STONES

    @property
    def has_quiet_links(self) -> bool:
        return any(square.quiet for square in self.squares())

    @property
    def row_height(self) -> int:
        """Height of a table row in pixels."""
        return self.size if self.bricks else self.unit

    @property
    def label_font(self) -> int:
        """Font size in pixels of row and column labels and of the names of squares."""
        return max(self.size // 4, SMALLEST_FONT)


@lru_cache(MAX_CACHED_CELLS)
def _cell(square: Square, size: int, *, wide: bool = False, short: bool = False) -> Markup:
    """Returns the HTML of a cell.

    `size`: the size of a square in pixels.
    `wide`: whether it is larger on wide screens.
    `short`: whether a class of the page has the style of its piece.
    """
    disc, font = size * 4 // 5, size * 3 // 5
    if square.piece and square.piece.is_figure:
        font = disc
    sizes = {"size": size, "disc": disc, "font": font}
    text_font = max(font * 2 // 3, SMALLEST_FONT)
    return macro("square", square=square, wide=wide, short=short, text_font=text_font, **sizes)


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
        (hand.title, [(_piece(cell, "", ""), count) for cell, count in hand.pieces])
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
        if self.layer.style is not Style.CHECKERED:
            max_cells = max_cells * MAX_STONES // MAX_SQUARES
        layer = crop(self.layer, max_cells, max_cells)
        if layer == self.layer and layer.style is Style.HEXAGONS:
            return self._brick_grid()
        is_lined = layer == self.layer and layer.style in UNCOLOURED
        size, wide_size = _square_sizes(len(layer.columns), is_lined=is_lined)
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
            background=lines(layer.style, len(layer.rows), len(layer.columns)) if is_lined else "",
        )

    def _brick_grid(self) -> Grid:
        """Returns a board of hexagons."""
        width, rows = brick_rows(self.layer)
        unit, wide_unit = (
            min(max(room // width, SMALLEST_STONE // 2), LARGEST // 2)
            for room in (NARROWEST_PHONE, WIDE)
        )
        return Grid(
            title=self.layer.title,
            columns=(),
            rows=tuple((None, self._brick_row(row, width, 2 * unit)) for row in rows),
            size=2 * unit,
            unit=unit,
            wide_size=2 * wide_unit if wide_unit != unit else 0,
            bricks=width,
        )

    def _brick_row(
        self, bricks: Sequence[Brick], width: int, size: int
    ) -> tuple[Square | None, ...]:
        """Returns the cells and labels of a row, with empty squares between them."""
        squares, at = list[Square](), 0
        for brick in bricks:
            squares += _space(brick.left - at)
            squares.append(replace(self._brick(brick, size), span=2, flat=True))
            at = brick.left + 2
        return (*squares, *_space(width - at))

    def _brick(self, brick: Brick, size: int) -> Square:
        if brick.place is None:
            side = BY_WORD.get(brick.side)
            if side is None:
                return Square("", text=brick.label, ink=LABEL, is_label=True)
            return Square(side.disc, text=brick.label, ink=side.sign, is_label=True)
        row, column = brick.place
        cell = self.layer.cells[row][column]
        return self._square(cell, brick.place, size) if cell else Square("")

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
        notes = (*_words(cell), "can't move" if is_trapped else "", "last move" if is_last else "")
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
            piece=_piece(cell, edge, colour) if cell.piece else None,
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


def _square_sizes(columns: int, *, is_lined: bool = False) -> tuple[int, int]:
    """Returns the size of a square in pixels on phones and on wide screens.

    `is_lined`: whether the labels of rows are as wide as a square.
    """
    if is_lined:
        narrow, wide = (
            min(max(width // (columns + 1), SMALLEST_STONE), LARGEST)
            for width in (NARROWEST_PHONE, WIDE)
        )
        return narrow, wide
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


def _space(halves: int) -> list[Square]:
    """Returns an empty square of this many half cells."""
    return [Square("", span=halves, flat=True)] if halves else []


def _piece(cell: Cell, edge: str, ground: str) -> Piece:
    """Returns a piece. `edge`: a color for its edge, if it is marked. `ground`: the square's."""
    colours, words = cell_colours(cell), ", ".join(_words(cell))
    width = 3 if edge else 1
    if cell.shape is Shape.FIGURE and kind_of(cell) and ground:
        ink = INK if cell.words.startswith("white") else colours.disc
        colours = PieceColours(ground, ink, ground)
        return Piece(piece_sign(cell), colours, words, ground, is_figure=True)
    return Piece(
        piece_sign(cell),
        colours,
        words,
        edge or colours.edge,
        width,
        radius=RADII[cell.shape],
        is_stone=cell.shape is Shape.STONE,
    )


def _words(cell: Cell) -> tuple[str, ...]:
    """Returns the description of an occupied square and its marks."""
    marks = sorted(mark for mark in cell.marks if mark not in cell.words)
    return (cell.words, *marks) if cell.words else ()


def _label(cell: Cell, size: int) -> str:
    """Returns the name of a square without parentheses, or a symbol if the name is too long."""
    name = cell.square.strip("()")
    return name if size >= SMALL or len(name) <= MAX_LABEL else TARGET
