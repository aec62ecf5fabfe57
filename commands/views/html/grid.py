"""A layer of a diagram as the rows of a table, each square with its colours and its words.

Words for screen readers are in the squares as text of one pixel, in the square's background colour:
Gmail and Outlook strip `aria-label` and `position`, screen readers skip `aria-label` and `title`
on cells, and don't read text hidden by `display` or `mso-hide`. Clients that invert colours in dark
mode invert both alike. The letter spacing is negative so that signs stay centred.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.views.diagram_crop import GAP, crop
from commands.views.html.colours import EMPTY, Colours, colours
from commands.views.last_move import Spot
from pbm.diagram import Cell, Diagram, Layer

CROPPED = f"{GAP} stands for rows and columns that are left out; the record has all moves."
NARROWEST_PHONE = 330
"""The width of a board in pixels, unless its squares become smaller than SMALLEST."""
SMALLEST, LARGEST = 17, 34
"""The sizes of a square in pixels."""


@dataclass(frozen=True, slots=True)
class Box:
    """A square as a cell of the table."""

    sign: str
    words: str
    colours: Colours
    title: str = ""
    last: bool = False
    href: str = ""

    @property
    def plain(self) -> bool:
        """True if the cell has nothing but its sign."""
        return not (self.words or self.last or self.href)


@dataclass(frozen=True, slots=True)
class Grid:
    """A layer, ready for the template."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Box | None, ...]], ...]
    size: int
    """The size of a square in pixels."""
    cropped: bool

    @property
    def font(self) -> int:
        """The font size in pixels, with which two signs fit a square."""
        return max(10, self.size * 15 // LARGEST)


def grids(
    diagram: Diagram, last: frozenset[Spot], links: Mapping[str, str], max_size: int
) -> list[Grid]:
    """Returns the layers, of at most `max_size` rows and columns; `links` by a piece's square."""
    tops = {cell.square: number for number, cell in _pieces(diagram)}
    result = []
    for number, layer in enumerate(diagram.layers):
        own = {square: href for square, href in links.items() if tops.get(square) == number}
        here = frozenset(square for level, square in last if level == number)
        result.append(_grid(layer, crop(layer, max_size, max_size), here, own))
    return result


def _pieces(diagram: Diagram) -> list[tuple[int, Cell]]:
    """Returns pieces with their layers, from the lowest: on shared squares the topmost can move."""
    return [
        (number, cell)
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell and cell.piece
    ]


def _grid(whole: Layer, shown: Layer, last: frozenset[str], links: Mapping[str, str]) -> Grid:
    size = NARROWEST_PHONE // (len(shown.columns) + 1)
    return Grid(
        title=shown.title,
        columns=shown.columns,
        rows=tuple(
            (label, tuple(_box(cell, last, links) for cell in row))
            for label, row in zip(shown.rows, shown.cells, strict=True)
        ),
        size=min(max(size, SMALLEST), LARGEST),
        cropped=shown != whole,
    )


def _box(cell: Cell | None, last: frozenset[str], links: Mapping[str, str]) -> Box | None:
    if cell is None or not cell.square:
        return Box(cell.text, "", EMPTY) if cell else None
    is_last = cell.square in last
    marks = sorted(mark for mark in cell.marks if cell.words and mark not in cell.words)
    words = [word for word in (cell.words, *marks, "last move" if is_last else "") if word]
    return Box(
        sign=cell.text,
        words=", ".join(words),
        colours=colours(cell),
        title=f"{cell.square} {cell.words}" if cell.piece else "",
        last=is_last,
        href=links.get(cell.square, "") if cell.piece else "",
    )
