"""Pieces: their shapes, and the classes that colour them."""

from collections.abc import Iterable

from markupsafe import escape

from commands.views.html.colours import BY_SEAT, BY_WORD
from commands.views.svg.shapes import (
    BESIDE_LETTER,
    DISC,
    LETTER_PLACE,
    LETTERS,
    ON_STONE,
    SIGNS,
    STACKED,
    STONE,
)
from pbm.diagram import Cell

PALE = frozenset({"pinned", "left"})
"""The marks of pieces that can't move."""
TOLD_BY_SHAPE = {"white", "black"}
"""The colours that need no letter: one is outlined, the other solid."""


def shape_of(cell: Cell) -> str:
    """Returns the name of a piece's shape: `N`, `K`, `Nr` with a letter, or a text such as `P1`."""
    kind = _kind(cell)
    if not kind:
        return cell.text
    return LETTERS[kind] + ("" if colour_of(cell) in TOLD_BY_SHAPE else cell.text)


def colour_of(cell: Cell) -> str:
    """Returns the class of a piece's colours, by the first of its words, else by its seat."""
    word = cell.words.partition(" ")[0].lower()
    return word if word in BY_WORD else f"seat-{(cell.seat or 0) % len(BY_SEAT)}"


def classes_of(cell: Cell) -> str:
    """Returns all classes of a piece without highlights."""
    return f"{colour_of(cell)} pale" if cell.marks & PALE else colour_of(cell)


def definitions(cells: Iterable[Cell], *, stacked: bool) -> str:
    """Returns the shapes of these pieces; those that can lie on one another only if wanted."""
    signs = {str(escape(shape_of(cell))): _sign(cell) for cell in cells}
    flat = (f'<g id="{name}">{DISC}{sign}</g>' for name, sign in signs.items())
    stones = (
        f'<g id="{name}{STACKED}">{STONE}<g transform="{ON_STONE}">{sign}</g></g>'
        for name, sign in signs.items()
    )
    return "".join((*flat, *(stones if stacked else ())))


def drawn_piece(cell: Cell) -> str:
    """Returns the shapes of a piece alone."""
    return f"{DISC}{_sign(cell)}"


def _kind(cell: Cell) -> str:
    return next((word for word in cell.words.replace(",", "").split() if word in SIGNS), "")


def _sign(cell: Cell) -> str:
    kind, text = _kind(cell), escape(cell.text[-1:])
    if not kind:
        return f'<text class="board-digit" x="5" y="6.8">{text}</text>'
    if shape_of(cell) == LETTERS[kind]:
        return SIGNS[kind]
    letter = f'<text class="board-letter" {LETTER_PLACE}>{text}</text>'
    return f'<g transform="{BESIDE_LETTER}">{SIGNS[kind]}</g>{letter}'
