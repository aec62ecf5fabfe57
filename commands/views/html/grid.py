"""A layer of a diagram as the rows of a table, each square with its colours and its words.

Words for screen readers stand in the squares as text of one pixel, in the square's own colour:
Gmail and Outlook strip `aria-label` and `position`, screen readers skip `aria-label` and `title`
on cells, and what is hidden by `display` or `mso-hide` isn't read. Clients that turn colours for
dark surroundings turn both alike. The letters are set so close that signs stay in the middle.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.views.diagram_crop import GAP, crop
from commands.views.html.colours import EMPTY, Colours, colours
from commands.views.last_move import Spot
from pbm.diagram import Cell, Diagram, Layer

CROPPED = f"{GAP} stands for rows and columns that are left out; the record has all moves."
NARROWEST_PHONE = 330
"""Pixels that a board may be wide on it, if its squares don't become too small."""
SMALLEST, LARGEST = 17, 34
"""Pixels of a square."""


@dataclass(frozen=True, slots=True)
class Box:
    """A square of the table."""

    sign: str
    words: str
    colours: Colours
    title: str = ""
    last: bool = False
    href: str = ""

    @property
    def plain(self) -> bool:
        """Whether it needs no more than its sign."""
        return not (self.words or self.last or self.href)


@dataclass(frozen=True, slots=True)
class Grid:
    """A layer, ready for the template."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Box | None, ...]], ...]
    size: int
    """Pixels of a square."""
    cropped: bool

    @property
    def font(self) -> int:
        """Pixels of a letter: two signs fit a square."""
        return max(10, self.size * 15 // LARGEST)


def grids(
    diagram: Diagram, last: frozenset[Spot], links: Mapping[str, str], most: int
) -> list[Grid]:
    """The layers, of at most so many rows and columns; `links` by the square of a piece."""
    tops = {cell.square: number for number, cell in _pieces(diagram)}
    made = []
    for number, layer in enumerate(diagram.layers):
        own = {square: href for square, href in links.items() if tops.get(square) == number}
        here = frozenset(square for level, square in last if level == number)
        made.append(_grid(layer, crop(layer, most, most), here, own))
    return made


def _pieces(diagram: Diagram) -> list[tuple[int, Cell]]:
    """With their layers, the lowest first: of pieces that share a name the topmost moves."""
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
