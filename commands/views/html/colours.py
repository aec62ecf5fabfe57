"""The colours of squares and pieces: each text has its own background, for light and dark modes."""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.messages.content import BoardSnapshot
from commands.views.clocks import duration
from pbm.clock import MINUTE
from pbm.diagram import Cell, Diagram
from pbm.games import AnyGame
from pbm.match.match import Match

# The players of a board as chips: piece, name, seat, rating, and clock.


# The colours of squares and pieces: each text has its own background, for light and dark modes.

SQUARES = ("#f3e7cf", "#e0cba6")
"""Light and dark squares."""
LAST_MOVE = ("#fbe08a", "#f0c95a")
TARGETS = ("#d3ecc8", "#bfdfb1")
"""Squares to which the reader can move."""
TRAPPED = "#f2a69c"
CLOSED = "#8d8474"
TRAILS = ("#a9c1f0", "#fbe3e0")
"""Trails by seat."""
TRAIL_INKS = ("#16348a", "#7d1a14")
INK = "#2b2517"
LINK = "#14532d"
"""The text of a link on a square."""
WHITE = "#ffffff"
LAST_EDGE, TRAPPED_EDGE = "#b45309", "#8f1d14"
"""The edges of the piece that moved last, and of one that can't move at the end."""
DISC_BLEND, SIGN_BLEND = 0.55, 0.35
"""The parts of the square's colour in the colours of a dimmed piece."""
PALE_BLEND = 0.45
"""The part of white in a square seen below another level."""


@dataclass(frozen=True, slots=True)
class PieceColours:
    """The colours of a piece: a disc with an edge, and the sign on it."""

    disc: str
    sign: str
    edge: str


BY_WORD = {
    "white": PieceColours("#ffffff", "#262626", "#262626"),
    "black": PieceColours("#262626", "#ffffff", "#262626"),
    # Of three different lightnesses, to be told apart without colours.
    "red": PieceColours("#6d1009", "#ffffff", "#6d1009"),
    "green": PieceColours("#c4ecca", "#10331a", "#1b6e2d"),
    "blue": PieceColours("#5b8def", "#10214d", "#1d4ed8"),
}
BY_SEAT = (
    PieceColours("#1d4ed8", "#ffffff", "#1d4ed8"),
    PieceColours("#b3261e", "#ffffff", "#b3261e"),
)


def piece_colours(words: str, seat: int) -> PieceColours:
    """Returns the colours by the first of the words, such as `white knight`, else by the seat."""
    called = words.partition(" ")[0].lower()
    return BY_WORD.get(called) or BY_SEAT[seat % len(BY_SEAT)]


def seat_colours(game: AnyGame) -> list[PieceColours]:
    """Returns the colours of the seats of a game."""
    return [piece_colours(seat.name, number) for number, seat in enumerate(game.seats)]


def cell_colours(cell: Cell) -> PieceColours:
    """Returns the colours of the piece on a square; dimmed if it can't move."""
    colours = piece_colours(cell.words, cell.seat or 0)
    if not cell.marks & {"pinned", "left"}:
        return colours
    sign, edge = (mix(each, SQUARES[1], SIGN_BLEND) for each in (colours.sign, colours.edge))
    return PieceColours(mix(colours.disc, SQUARES[1], DISC_BLEND), sign, edge)


def square_colour(cell: Cell, *, dark: bool) -> str:
    """Returns the colour of a square without highlights."""
    if cell.words and not cell.piece:
        return CLOSED if cell.seat is None else TRAILS[cell.seat % len(TRAILS)]
    return SQUARES[dark]


def mix(first: str, second: str, share: float) -> str:
    """Returns the colour between two, with this share (0 to 1) of the second."""
    pairs = zip(_rgb(first), _rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


# The signs of pieces.

TEXT = "\ufe0e"
"""Asks for a sign as text: some mail programs show chessmen as pictures in colours of their own."""
OUTLINED = {"knight": "\N{WHITE CHESS KNIGHT}", "king": "\N{WHITE CHESS KING}"}
SOLID = {"knight": "\N{BLACK CHESS KNIGHT}", "king": "\N{BLACK CHESS KING}"}
"""By the last of a piece's words."""


def piece_sign(cell: Cell) -> str:
    """Returns the sign of a piece: a chessman, or the end of its text, such as the 1 of `P1`.

    White is outlined, so that it differs from Black also where a mail program changes the colours.
    """
    words = cell.words.replace(",", "").split()
    signs = OUTLINED if "white" in words else SOLID
    return next((signs[word] + TEXT for word in words if word in signs), cell.text[-1:])


@dataclass(frozen=True, slots=True)
class Chip:
    """A player as the template shows one."""

    sign: str
    colours: PieceColours
    name: str
    remark: str
    """`you` or `robot`, or both empty."""
    facts: tuple[str, ...]
    """Seat, rating, clock, and state."""
    to_move: bool


def chips(content: BoardSnapshot, match: Match, diagram: Diagram) -> list[Chip]:
    """Returns a chip for each player, by seat."""
    pieces = seat_pieces(match, diagram)
    return [_chip(content, match, seat, pieces[seat]) for seat in range(len(content.players))]


def seat_pieces(match: Match, diagram: Diagram) -> list[Cell]:
    """Returns an example of each seat's pieces."""
    found = {cell.seat: cell for cell in diagram.pieces() if "king" not in cell.words}
    # a captured piece may be missing: then one of the same words is shown
    return [
        found.get(seat) or Cell("", side.sign, _guessed(side.name, found), seat, piece=True)
        for seat, side in enumerate(match.game.seats)
    ]


def _chip(content: BoardSnapshot, match: Match, seat: int, own: Cell) -> Chip:
    name, side = content.players[seat], match.game.seats[seat]
    to_move = seat == match.to_move and not content.preview
    departed = seat not in match.game.remaining(match.state.position)
    states = ["to move"] if to_move else ["out"] if departed else []
    facts = (
        *([side.name] if side.name != name else []),
        *_rating(content, seat),
        *_clock(content, seat),
    )
    return Chip(
        sign=piece_sign(own),
        colours=piece_colours(own.words, seat),
        name=name,
        remark="you" if name == content.to else "robot" if name in content.robots else "",
        facts=(*facts, *states),
        to_move=to_move,
    )


def _guessed(side: str, pieces: Mapping[int | None, Cell]) -> str:
    kind = next((cell.words.split()[-1] for cell in pieces.values()), "")
    return f"{side.lower()} {kind}"


def _rating(content: BoardSnapshot, seat: int) -> list[str]:
    if content.ratings:
        return [str(content.ratings[seat].after.points)]
    points = content.rating_points[seat] if content.rating_points else None
    return [] if points is None else [str(points)]


def _clock(content: BoardSnapshot, seat: int) -> list[str]:
    if content.times is None or content.ply is not None:
        return []
    used, total = content.times.used[seat], content.times.total
    if total:
        return [f"{duration(used)} of {total:g} d used"]
    return [f"{duration(used)} used"] if used >= MINUTE else []
