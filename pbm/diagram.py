"""A position as data, from which text, HTML and spoken descriptions are made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

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


@dataclass(frozen=True, slots=True)
class Diagram:
    """One or more layers, the lowest first, and notes that explain the symbols."""

    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = ()

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


def _picked(items: Sequence[Item], indices: Sequence[int | None], gap: Item) -> tuple[Item, ...]:
    return tuple(gap if index is None else items[index] for index in indices)
