"""A position as data: text, HTML and spoken descriptions are all made from this."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """One square as a reader sees it."""

    square: str
    """Its name, as moves write it."""
    text: str
    """As drawn in text: `o`, `WK`, `X`, `.`."""
    words: str = ""
    """As spoken: `white knight`; empty for an empty square."""
    seat: int | None = None
    """Whose it is, if anybody's."""
    piece: bool = False
    """Whether a piece stands here, as against a trail or a removed square."""
    marks: frozenset[str] = frozenset()
    """What else is true of it: `pinned`, `closed`, `unsupported`."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One flat board; rows from the top, each cell or None where the board has no square."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Diagram:
    """One or more layers, the lowest first, and notes that explain the signs."""

    layers: tuple[Layer, ...]
    notes: tuple[str, ...] = ()

    def cells(self) -> Iterator[Cell]:
        """Every square, layer by layer, row by row from the top."""
        for layer in self.layers:
            for row in layer.cells:
                yield from (cell for cell in row if cell is not None)

    def pieces(self) -> Iterator[Cell]:
        """The squares on which a piece stands."""
        return (cell for cell in self.cells() if cell.piece)
