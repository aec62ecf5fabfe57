"""A position as data, from which text, HTML and spoken descriptions are made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

Item = TypeVar("Item")
Place = tuple[int, int]
"""A row, counted from the top, and a column."""
GAP = ":"
"""Stands for rows or columns that are left out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a diagram."""

    square: str
    """The square's name, as written in moves."""
    text: str
    """The sign in text diagrams: `o`, `WK`, `X`, `.`."""
    words: str = ""
    """The spoken form: `white knight`; empty for an empty square."""
    seat: int | None = None
    """The owner's seat, if the square has one."""
    piece: bool = False
    """True for a piece, False for a trail or a removed square."""
    marks: frozenset[str] = frozenset()
    """Further properties: `pinned`, `closed`, `unsupported`; `left` if its seat is out."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One flat board; rows from the top, None where the board has no square."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    title: str = ""
    raised: bool = False
    """True if it lies on the layer before, each square on the corners of four."""

    def squares(self) -> Iterator[tuple[Place, Cell]]:
        """Yields every square with its place, row by row from the top."""
        for row, cells in enumerate(self.cells):
            for column, cell in enumerate(cells):
                if cell:
                    yield (row, column), cell

    def part(self, rows: Sequence[int | None], columns: Sequence[int | None]) -> "Layer":
        """Returns the layer with these rows and columns; None stands for some that are left out."""
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
    """One or more layers, the lowest first, and notes that explain the signs."""

    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """Yields every square, layer by layer, row by row from the top."""
        return (cell for _, cell in self.numbered_cells())

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
