"""A layer of a diagram as the rows of a table, each square with its colours and its words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from commands.views.ascii_diagram import crop
from commands.views.board_parts import DOT
from commands.views.board_view import Spot
from commands.views.html.colours import (
    INK,
    LAST_EDGE,
    LAST_MOVE,
    LINK,
    TARGETS,
    TRAIL_INKS,
    TRAPPED,
    TRAPPED_EDGE,
    PieceColours,
    cell_colours,
    piece_sign,
    square_colour,
)
from pbm.diagram import Cell, Diagram, Layer

NARROWEST_PHONE = 328
"""The width of a board in pixels on the narrowest screens, unless its squares are too small."""
LABEL_WIDTH = 20
"""The width of the row labels in pixels."""
SMALLEST_FONT = 12
SMALLEST, LARGEST = 22, 48
"""The sizes of a square in pixels."""
WIDE_SIZES = {LARGEST: 10, 36: 14}
"""Sizes of squares on wide screens, with the most columns for each."""
SMALL = 36
"""Squares below this size in pixels are hard to hit with a finger."""
TARGET = "+"
"""Marks a square to move to whose name is too long."""
MAX_LABEL = 3
"""The most letters of a label that fits the smallest squares."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The properties of squares that the diagram doesn't tell."""

    last: frozenset[Spot] = frozenset()
    """The squares of the last move."""
    arrows: Mapping[str, str] = field(default_factory=dict)
    """The directions in which squares of a trail were left."""
    trapped: tuple[str, ...] = ()
    """The squares of the pieces that ended the game."""
    targets: Mapping[str, str] = field(default_factory=dict)
    """The links of moves by their squares, for a player with a single piece."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """The links of pieces by their squares, if there are too many moves."""


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

    @property
    def disc(self) -> int:
        """The size of a piece in pixels."""
        return self.size * 4 // 5

    @property
    def font(self) -> int:
        """The font size of a piece's sign in pixels."""
        return self.size * 3 // 5

    @property
    def text_font(self) -> int:
        """The font size of a text on a square in pixels."""
        return max(self.font * 2 // 3, SMALLEST_FONT)


def flat_grid(layer: Layer, number: int, highlights: Highlights, max_size: int) -> Grid:
    """Returns layer `number`, with at most `max_size` rows and columns."""
    shown = crop(layer, max_size, max_size)
    size, wide_size = square_sizes(len(shown.columns))
    rows = enumerate(zip(shown.rows, shown.cells, strict=True))
    return Grid(
        title=shown.title,
        columns=tuple((label, 1) for label in shown.columns),
        rows=tuple(
            (
                (label, 1),
                tuple(
                    make_square(cell, number, highlights, size, dark=bool((row + column) % 2))
                    if cell
                    else Square("")
                    for column, cell in enumerate(cells)
                ),
            )
            for row, (label, cells) in rows
        ),
        size=size,
        unit=size,
        wide_size=wide_size if wide_size != size else 0,
        cropped=shown != layer,
    )


def square_sizes(columns: int) -> tuple[int, int]:
    """Returns the sizes of a square in pixels, on phones and on wide screens."""
    size = min(max((NARROWEST_PHONE - LABEL_WIDTH) // max(columns, 1), SMALLEST), LARGEST)
    wide = next((wide for wide, most in WIDE_SIZES.items() if columns <= most), size)
    return size, max(size, wide)


def make_square(cell: Cell, layer: int, highlights: Highlights, size: int, *, dark: bool) -> Square:
    """Returns a cell of the diagram as a square of this size in pixels."""
    if not cell.square:
        return Square(square_colour(cell, dark=dark), text=cell.text)
    is_last = (layer, cell.square) in highlights.last
    is_trapped = cell.piece and cell.square in highlights.trapped
    target = highlights.targets.get(cell.square, "") if layer == 0 else ""
    colour = square_colour(cell, dark=dark)
    colour = TARGETS[dark] if target else LAST_MOVE[dark] if is_last else colour
    notes = (*_words(cell), "can't move" if is_trapped else "", "last move" if is_last else "")
    words = ", ".join(filter(None, notes))
    arrow = highlights.arrows.get(cell.square, DOT if is_last else "")
    edge = TRAPPED_EDGE if is_trapped else LAST_EDGE if is_last else ""
    return Square(
        colour=TRAPPED if is_trapped else colour,
        piece=_piece(cell, edge) if cell.piece else None,
        text="" if cell.piece else _label(cell, size) if target else arrow,
        title=f"{cell.square}: {words}" if words else f"Move to {cell.square}" if target else "",
        href=target or (highlights.pieces.get(cell.square, "") if cell.piece else ""),
        ink=LINK if target else INK if cell.seat is None else TRAIL_INKS[cell.seat % 2],
    )


def layer_of_top(diagram: Diagram) -> dict[str, int]:
    """Returns the highest layer with a piece by square: of a stack, the topmost piece can move."""
    return {
        cell.square: number
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell and cell.piece
    }


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
