"""A position as data, from which text, HTML and spoken descriptions are made."""

from collections.abc import Iterator
from dataclasses import dataclass


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
    """Further properties: `pinned`, `closed`, `unsupported`."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One flat board; rows from the top, None where the board has no square."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    title: str = ""
    raised: bool = False
    """True if it lies on the layer before, each square on the corners of four."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """One or more layers, the lowest first, and notes that explain the signs."""

    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """Yields every square, layer by layer, row by row from the top."""
        for layer in self.layers:
            for row in layer.cells:
                yield from (cell for cell in row if cell is not None)

    def pieces(self) -> Iterator[Cell]:
        """Yields the squares with a piece."""
        return (cell for cell in self.cells() if cell.piece)
