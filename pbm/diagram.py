"""A position as data, from which text, HTML and spoken descriptions are made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from pbm.look import Shape, Style

Item = TypeVar("Item")
Place = tuple[int, int]
"""A row, counted from the top, and a column."""
GAP = ":"
"""Replaces omitted rows or columns."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a diagram."""

    square: str
    """Name of the square in the notation of moves."""
    text: str
    """The square's symbol in text diagrams, such as `o`, `WK`, `X` or `.`."""
    words: str = ""
    """Spoken form, such as `white knight`. Empty for an empty square."""
    seat: int | None = None
    """Seat of the owner, or None."""
    piece: bool = False
    """Whether it is a piece, rather than a trail or a removed square."""
    marks: frozenset[str] = frozenset()
    """Further properties: `pinned`, `closed`, `unsupported`, or `left` if its seat is out."""
    shape: Shape = Shape.DISC
    """How pictures draw the piece. Text diagrams don't use it."""
    sign: str = ""
    """The sign on the piece in pictures: a chess piece, such as `queen`, or one or two letters.

    If empty, it is the chess piece that `words` contain, or else the last character of `text`.
    """


@dataclass(frozen=True, slots=True)
class Layer:
    """One flat board.

    Rows are counted from the top. A cell is None where the board has no square.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    title: str = ""
    raised: bool = False
    """Whether the layer is on top of the previous one. Each of its squares is centered where four
    squares below meet.
    """
    style: Style = Style.CHECKERED
    sides: tuple[str, ...] = ()
    """The colors of the top, right, bottom and left side, as in Hex. Empty if they have none."""

    def squares(self) -> Iterator[tuple[Place, Cell]]:
        """Yields every square with its place, row by row from the top."""
        for row, cells in enumerate(self.cells):
            for column, cell in enumerate(cells):
                if cell:
                    yield (row, column), cell

    def part(self, rows: Sequence[int | None], columns: Sequence[int | None]) -> "Layer":
        """Returns the layer with only these rows and columns. Each None becomes a gap."""
        gap = Cell("", GAP)
        lines = _picked(self.cells, rows, (gap,) * len(self.columns))
        return replace(
            self,
            columns=_picked(self.columns, columns, GAP),
            rows=_picked(self.rows, rows, GAP),
            cells=tuple(_picked(cells, columns, gap) for cells in lines),
        )

    def turn(self) -> "Layer":
        """Returns the layer as seen from the opposite side."""
        return replace(
            self,
            columns=self.columns[::-1],
            rows=self.rows[::-1],
            cells=tuple(tuple(map(_turned, cells[::-1])) for cells in self.cells[::-1]),
            sides=self.sides[2:] + self.sides[:2],
        )


@dataclass(frozen=True, slots=True)
class Hand:
    """The pieces that a player may put on the board, as in crazyhouse and shogi."""

    title: str
    """The heading, such as `White's pocket`."""
    pieces: tuple[tuple[Cell, int], ...]
    """Each kind of piece, with a number of at least 1."""

    @property
    def text(self) -> str:
        """A line such as `White's pocket: N, 2 P`."""
        pieces = (f"{count} {cell.text}" if count > 1 else cell.text for cell, count in self.pieces)
        return f"{self.title}: {', '.join(pieces) or 'empty'}"

    @property
    def words(self) -> str:
        """A sentence such as `White's pocket: white knight, white pawn (2).` for screen readers."""
        pieces = (
            f"{cell.words} ({count})" if count > 1 else cell.words for cell, count in self.pieces
        )
        return f"{self.title}: {', '.join(pieces) or 'empty'}."

    def turn(self) -> "Hand":
        return replace(self, pieces=tuple((_turned(cell), count) for cell, count in self.pieces))


@dataclass(frozen=True, slots=True)
class Diagram:
    """One or more layers, the lowest first, with notes about the position."""

    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = ()
    """Sentences below the board, such as `Black has 12 discs, and White 9.`"""
    hands: tuple[Hand, ...] = ()
    """Shown below the board, the first seat's first."""
    text_notes: tuple[str, ...] = ()
    """Further notes that only text diagrams need, such as the meaning of their symbols."""

    def turn(self) -> "Diagram":
        """Returns the diagram as seen from the opposite side."""
        return replace(
            self,
            layers=tuple(layer.turn() for layer in self.layers),
            hands=tuple(hand.turn() for hand in self.hands),
        )

    def cells(self) -> Iterator[Cell]:
        """Yields every square, layer by layer, row by row from the top."""
        return (cell for layer in self.layers for row in layer.cells for cell in row if cell)

    def numbered_cells(self) -> Iterator[tuple[int, Cell]]:
        """Yields every square with the number of its layer, counted from 0."""
        for number, layer in enumerate(self.layers):
            for row in layer.cells:
                for cell in row:
                    if cell:
                        yield number, cell

    def pieces(self) -> Iterator[Cell]:
        """Yields the squares with a piece."""
        return (cell for cell in self.cells() if cell.piece)


def _turned(cell: Item) -> Item:
    if isinstance(cell, Cell) and cell.shape is not cell.shape.turn():
        return replace(cell, shape=cell.shape.turn())
    return cell


def _picked(items: Sequence[Item], indices: Sequence[int | None], gap: Item) -> tuple[Item, ...]:
    return tuple(gap if index is None else items[index] for index in indices)
