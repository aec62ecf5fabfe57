"""Defines the shapes of pieces and the style classes that color them."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from commands.views.html.colours import BY_SEAT, BY_WORD
from pbm.diagram import Cell

SIGNS = {
    "knight": (
        '<path class="board-sign" d="M3.45 7C3.4 5.9 4.85 5.6 4.85 4.7 4.3 5.15 3.9 5.05 3.55 5.65'
        " 3.2 6.2 2.5 5.85 2.4 5.25 2.4 4.7 3 4.35 3.2 3.65 3.3 3.15 3.6 2.9 3.9 2.65V1.95L4.6 2.45"
        ' 5.1 2 5.35 2.55C6.85 3 7.55 4.7 7.2 7ZM3.15 7.15H7.35V7.9H3.15Z"/>'
        '<path class="board-line" d="M5.25 3.3C6.3 3.85 6.5 5.3 6.25 6.2M3 5.25l.25-.1"/>'
        '<circle class="board-eye" cx="3.95" cy="3.75" r=".25"/>'
    ),
    "king": (
        '<path class="board-sign" d="M4.6 1.9h.8v.6h.65v.75h-.65V3.95C6 3.6 7.9 3.35 7.35 5.2'
        " 7.1 6 6.55 6.4 6.4 6.95H3.6C3.45 6.4 2.9 6 2.65 5.2 2.1 3.35 4 3.6 4.6 3.95V3.25h-.65"
        'V2.5h.65ZM3.2 7.1h3.6v.8h-3.6Z"/><path class="board-line" d="M5 6.3V4.7"/>'
    ),
}
"""The drawing of a piece, by the last word of its description."""
LETTERS = {"knight": "N", "king": "K"}
"""The names of shapes, as in chess notation."""
BESIDE_LETTER = "translate(-.3 .1)"
"""Moves a symbol to the left to make room for a letter."""
LETTER_PLACE = 'x="7.5" y="4.3"'
DISC = '<circle class="board-disc" cx="5" cy="5" r="4"/>'
CROSS = '<path d="M1 1l8 8M9 1l-8 8"/>'
"""Drawn below a piece that can't move."""
STACKED = "-stone"
"""Suffix for the names of shapes that can be stacked."""
RISE = 1.7
"""Height of a stone in units, seen from above and slightly from the front."""
STONE = (
    f'<path class="board-side" d="M1.2 4.2v{RISE}a3.8 3.8 0 0 0 7.6 0v-{RISE}z"/>'
    '<circle class="board-top" cx="5" cy="4.2" r="3.8"/>'
)
ON_STONE = "translate(.25 -.55) scale(.95)"
"""Moves a symbol to the top of a stone."""
PALE = frozenset({"pinned", "left"})
"""The marks of pieces that can't move."""
DISTINCT_BY_SHAPE = {"white", "black"}
"""The colors that need no letter, because white is drawn in outline and black is solid."""


def shape_of(cell: Cell) -> str:
    """Returns the name of a piece's shape.

    Examples are `N`, `K`, `Nr` with a letter for the color, or a text such as `P1`.
    """
    kind = _kind(cell)
    if not kind:
        return cell.text
    return LETTERS[kind] + ("" if colour_of(cell) in DISTINCT_BY_SHAPE else cell.text)


def colour_of(cell: Cell) -> str:
    """Returns the style class for a piece's color.

    It is the first word of the piece's description if that is a color. Otherwise, the seat
    determines it.
    """
    word = cell.words.partition(" ")[0].lower()
    return word if word in BY_WORD else f"seat-{(cell.seat or 0) % len(BY_SEAT)}"


def classes_of(cell: Cell) -> str:
    """Returns the style classes of a piece without highlights."""
    return f"{colour_of(cell)} pale" if cell.marks & PALE else colour_of(cell)


def definitions(cells: Iterable[Cell], *, stacked: bool) -> str:
    """Returns the SVG definitions of the shapes of these pieces.

    `stacked`: whether to include shapes for stacks.
    """
    signs = {str(escape(shape_of(cell))): _sign(cell) for cell in cells}
    flat = (f'<g id="{name}">{DISC}{sign}</g>' for name, sign in signs.items())
    stones = (
        f'<g id="{name}{STACKED}">{STONE}<g transform="{ON_STONE}">{sign}</g></g>'
        for name, sign in signs.items()
    )
    return "".join((*flat, *(stones if stacked else ())))


def drawn_piece(cell: Cell) -> str:
    """Returns the SVG of a single piece."""
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


def icon(cell: Cell) -> Markup:
    """Returns an SVG drawing of the piece that needs no definitions elsewhere on the page."""
    return Markup(  # noqa: S704 - all texts in it are escaped
        '<svg class="board icon" viewBox=".6 .6 8.8 8.8" aria-hidden="true">'
        f'<g class="{colour_of(cell)}">{drawn_piece(cell)}</g></svg>'
    )
