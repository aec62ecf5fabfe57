"""The colors of squares and pieces in emails.

Each text has a background color, so that it stays readable in light and dark modes.
"""

from dataclasses import dataclass, replace

from pbm.diagram import Cell
from pbm.games import AnyGame
from pbm.look import Shape, Style

SQUARES = ("#f3e7cf", "#e0cba6")
"""Light and dark squares."""
LAST_MOVE = ("#fbe08a", "#f0c95a")
TARGETS = ("#d3ecc8", "#bfdfb1")
"""Light and dark squares that the reader can move to."""
WOOD, GREEN, BLUE = "#ecd3a0", "#6fae80", "#6b9bd1"
"""Boards of other styles than squares in two shades."""
WOODS = (WOOD, "#e3c78f", "#f4e3bf")
STYLES = {
    Style.CHECKERED: SQUARES,
    Style.SQUARES: WOODS,
    Style.GREEN: (GREEN, "#62a173"),
    Style.HOLES: (BLUE, BLUE),
    Style.HEXAGONS: WOODS,
}
"""The shades of squares. Boards whose lines cross have none."""
HOLE = "#eef2f7"
RULE = "#6b5429"
"""Lines on boards."""
TRAPPED = "#f2a69c"
CLOSED = "#8d8474"
TRAILS = ("#a9c1f0", "#fbe3e0")
"""Colors of trails, by seat."""
TRAIL_INKS = ("#16348a", "#7d1a14")
INK = "#2b2517"
LABEL = "#5f6368"
"""Color of labels next to a board on light pages."""
LINK = "#14532d"
"""Color of a link's text on a square."""
WHITE = "#ffffff"
LAST_EDGE, TRAPPED_EDGE = "#b45309", "#8f1d14"
"""Edge colors of the piece that moved last, and of a piece that can't move at the end."""
DISC_BLEND, SIGN_BLEND = 0.55, 0.35
"""Shares (0 to 1) of the square's color that are mixed into the disc and the symbol of a dimmed
piece.
"""
PALE_BLEND = 0.45
"""Share (0 to 1) of white that is mixed into a square below another level."""


@dataclass(frozen=True, slots=True)
class PieceColours:
    """The colors of a piece: its disc, the edge of the disc, and the symbol on the disc."""

    disc: str
    sign: str
    edge: str


BY_WORD = {
    "white": PieceColours("#ffffff", "#262626", "#262626"),
    "black": PieceColours("#262626", "#ffffff", "#262626"),
    # Three different lightnesses, so that players who don't see colors can distinguish the pieces.
    "red": PieceColours("#6d1009", "#ffffff", "#6d1009"),
    "green": PieceColours("#c4ecca", "#10331a", "#1b6e2d"),
    "blue": PieceColours("#5b8def", "#10214d", "#1d4ed8"),
    "yellow": PieceColours("#f6cf3f", "#3a2c00", "#4a3800"),
}
RING, RING_RED = "#fdf3e1", "#a81c12"
"""The body of pieces with rings, and the ring and sign of red ones."""

BY_SEAT = (
    PieceColours("#1d4ed8", "#ffffff", "#1d4ed8"),
    PieceColours("#b3261e", "#ffffff", "#b3261e"),
)


def piece_colours(words: str, seat: int) -> PieceColours:
    """Returns the colors for a piece by the first word of its description, such as `white knight`.

    If that isn't a known color, returns the colors of its seat.
    """
    called = words.partition(" ")[0].lower()
    return BY_WORD.get(called) or BY_SEAT[seat % len(BY_SEAT)]


def body_colours(cell: Cell) -> PieceColours:
    """Returns the colors of a piece with its shape, not dimmed."""
    colours = piece_colours(cell.words, cell.seat or 0)
    if cell.shape is Shape.STONE:  # A mail program shows its sign only if it drops the style.
        return replace(colours, sign=colours.disc)
    if cell.shape is Shape.RING:
        return ring_colours(cell.words.partition(" ")[0].lower(), colours)
    return colours


def ring_colours(name: str, colours: PieceColours) -> PieceColours:
    """Returns the colors of a piece with a ring.

    Black pieces keep a dark body, so that players who don't see colors can distinguish them.

    `name`: the name of its color, or of its seat's style class.
    """
    if name == "black":
        return colours
    return PieceColours(RING, RING_RED if name == "red" else colours.edge, colours.edge)


def seat_colours(game: AnyGame) -> list[PieceColours]:
    return [piece_colours(seat.name, number) for number, seat in enumerate(game.seats)]


def cell_colours(cell: Cell) -> PieceColours:
    """Returns the colors of the piece on a square.

    They are dimmed if it is pinned or out of the game.
    """
    colours = body_colours(cell)
    if not cell.marks & {"pinned", "left"}:
        return colours
    sign, edge = (mix(each, SQUARES[1], SIGN_BLEND) for each in (colours.sign, colours.edge))
    return PieceColours(mix(colours.disc, SQUARES[1], DISC_BLEND), sign, edge)


def square_colour(cell: Cell, *, shade: int, style: Style = Style.CHECKERED) -> str:
    """Returns the color of a square without highlights.

    `shade`: 0 or 1, or up to 2 for hexagons. Neighboring squares have different ones.
    """
    if cell.words and not cell.piece:
        return CLOSED if cell.seat is None else TRAILS[cell.seat % len(TRAILS)]
    return STYLES[style][shade] if style in STYLES else ""


def mix(first: str, second: str, share: float) -> str:
    """Mixes two colors.

    `share`: the share of the second color, from 0 to 1.
    """
    pairs = zip(_rgb(first), _rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))
