"""Defines the shapes of pieces and the style classes that color them."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from commands.views.html.colours import BY_SEAT, BY_WORD
from commands.views.svg.piece_signs import CROWN, SIGNS, kind_of, letter_sign, letters_of
from pbm.diagram import Cell
from pbm.look import Shape

LETTERS = {"knight": "N", "king": "K"}
"""The names of shapes, as in chess notation. Other chess pieces go by their word."""
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
BODIES = {
    Shape.STONE: '<circle class="board-disc" cx="5" cy="5" r="4.4"/>',
    Shape.DRAUGHT: f'{DISC}<circle class="board-rim" cx="5" cy="5" r="2.9"/>',
    Shape.RING: f'{DISC}<circle class="board-ring-line" cx="5" cy="5" r="3.3"/>',
    Shape.PENTAGON: '<path class="board-disc" d="M5 .8L7.7 2.2 8.9 9.2H1.1L2.3 2.2Z"/>',
    Shape.PENTAGON_DOWN: '<path class="board-disc" d="M5 9.2L7.7 7.8 8.9.8H1.1L2.3 7.8Z"/>',
}
"""The bodies of pieces other than discs and figures."""
BASE_LINES = {Shape.PENTAGON: 7.5, Shape.PENTAGON_DOWN: 5.7}
"""Positions of letters that aren't in the middle of the body."""
FIGURE = 'class="board-figure" transform="translate(-1.75 -1.6) scale(1.35)"'
"""Enlarges a chess piece that stands on the square without a disc."""
PALE = frozenset({"pinned", "left"})
"""The marks of pieces that can't move."""
DISTINCT_BY_SHAPE = {"white", "black"}
"""The colors that need no letter, because white is drawn in outline and black is solid."""


def shape_of(cell: Cell) -> str:
    """Returns the name of a piece's shape.

    Examples are `N`, `K`, `Nr` with a letter for the color, a text such as `P1`, `figure-queen` or
    `ring-H`.
    """
    kind = kind_of(cell)
    if cell.shape is not Shape.DISC:
        sign = "" if cell.shape is Shape.STONE else kind or letters_of(cell)
        return f"{cell.shape}-{sign}" if sign else cell.shape
    if not kind:
        return f"disc-{cell.sign}" if cell.sign else cell.text
    name = LETTERS.get(kind, kind)
    return name + ("" if colour_of(cell) in DISTINCT_BY_SHAPE else cell.text)


def colour_of(cell: Cell) -> str:
    """Returns the style class for a piece's color.

    It is the first word of the piece's description if that is a color. Otherwise, the seat
    determines it.
    """
    word = cell.words.partition(" ")[0].lower()
    return word if word in BY_WORD else f"seat-{(cell.seat or 0) % len(BY_SEAT)}"


def side_class(colour: str) -> str:
    """Returns the style class of a side of the board with this color."""
    return colour if colour in BY_WORD else ""


def classes_of(cell: Cell) -> str:
    """Returns the style classes of a piece without highlights."""
    return f"{colour_of(cell)} pale" if cell.marks & PALE else colour_of(cell)


def definitions(cells: Iterable[Cell], *, stacked: bool) -> str:
    """Returns the SVG definitions of the shapes of these pieces.

    `stacked`: whether to include shapes for stacks.
    """
    pieces = {str(escape(shape_of(cell))): cell for cell in cells}
    flat = (f'<g id="{name}">{drawn_piece(cell)}</g>' for name, cell in pieces.items())
    stones = (
        f'<g id="{name}{STACKED}">{STONE}<g transform="{ON_STONE}">{_sign(cell)}</g></g>'
        for name, cell in pieces.items()
    )
    return "".join((*flat, *(stones if stacked else ())))


def drawn_piece(cell: Cell) -> str:
    """Returns the SVG of a single piece."""
    kind, body = kind_of(cell), BODIES.get(cell.shape, DISC)
    if cell.shape is Shape.FIGURE and kind:
        return f"<g {FIGURE}>{SIGNS[kind]}</g>"
    if cell.shape is Shape.RING:
        return f'<g class="board-ring">{body}{_sign(cell)}</g>'
    if cell.shape is Shape.STONE:
        return body
    if cell.shape is Shape.DRAUGHT:
        return f"{DISC}{CROWN}" if kind == "king" else body
    return f"{body}{_sign(cell)}"


def _sign(cell: Cell) -> str:
    kind = kind_of(cell)
    if not kind:
        return letter_sign(cell, BASE_LINES.get(cell.shape, 6.8))
    if cell.shape is not Shape.DISC or colour_of(cell) in DISTINCT_BY_SHAPE:
        return SIGNS[kind]
    letter = f'<text class="board-letter" {LETTER_PLACE}>{escape(cell.text[-1:])}</text>'
    return f'<g transform="{BESIDE_LETTER}">{SIGNS[kind]}</g>{letter}'


def icon(cell: Cell, words: str = "") -> Markup:
    """Returns an SVG drawing of the piece that needs no definitions elsewhere on the page.

    `words`: a description for screen readers, if they need one.
    """
    role = f'role="img" aria-label="{escape(words)}"' if words else 'aria-hidden="true"'
    return Markup(  # noqa: S704 - all texts in it are escaped
        f'<svg class="board icon" viewBox=".6 .6 8.8 8.8" {role}>'
        f'<g class="{colour_of(cell)}">{drawn_piece(cell)}</g></svg>'
    )
