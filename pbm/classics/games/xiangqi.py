"""Xiangqi, or Chinese chess: checkmate the enemy general."""

import re
from collections.abc import Iterable

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.material import Material
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram
from pbm.game import Seat
from pbm.look import Shape, Style
from pbm.options import NoOptions

COLUMNS = "abcdefghi"
ROWS = tuple(map(str, range(10, 0, -1)))
SQUARES = [f"{column}{row}" for row in ROWS for column in COLUMNS]
"""The squares in the order of OpenSpiel's numbers."""
KEY = re.compile("(?:[a-i](?:10|[1-9])){2}")
SQUARE = re.compile("[a-i](?:10|[1-9])")
PLACES = re.compile(r"\((\d),(\d)\)")
NAMES = {
    "G": "general",
    "A": "advisor",
    "E": "elephant",
    "H": "horse",
    "R": "chariot",
    "C": "cannon",
    "S": "soldier",
}
MAX_PLIES = 500
PIECES = Material(
    columns=9,
    rows=10,
    capitals=0,
    worth={"S": 1.0, "A": 2.0, "E": 2.0, "H": 4.0, "C": 4.5, "R": 9.0, "G": 0.0},
    center={"S": 0.1, "H": 0.1, "C": 0.05, "R": 0.05},
    advance={"S": 0.15, "R": 0.03, "H": 0.03},
    board=lambda text: "".join(text.split()),
    squares=lambda _side, action: divmod(action, len(SQUARES)),
)

EXAMPLE = """\
b3-g3 h8-h6 g3-a3 b8-g8 h3-h4 h6-h5 b1-c3 b10-c8 h4-h10 h5-e5 f1-e2 e5-i5 c3-b1 c10-e8 h1-i3
g7-g6 a3-g3 i10-h10 g1-e3 e10-e9 i1-f1 e7-e6 f1-f7 h10-h8 e1-f1 i5-b5 e3-c5 h8-h3 a1-a2 b5-b6
c1-a3 b6-b4 c5-e3 b4-b3 f1-e1 g8-h8 a3-c1 b3-g3 i4-i5 e9-d9 f7-e7 d9-d8 a2-a3 h8-i8 e4-e5 e8-c6
i3-h1 h3-h4 e2-f1 i8-e8 a3-d3 g3-d3 e7-d7"""


class Xiangqi(SpielGame[NoOptions]):
    """The rules of xiangqi."""

    name = "xiangqi"
    title = "Xiangqi"
    family = "Chess"
    aliases = ("chinesechess",)
    summary = "Checkmate the enemy general."
    spiel = "xiangqi"
    material = PIECES
    plies = MAX_PLIES
    drawn_by_agreement = True
    perspective = True
    seats = (Seat("Red", "G"), Seat("Black", "g"))
    rules = """\
Red is the first player named, begins at the bottom, and moves first. Red and Black take turns
moving one piece. Pieces stand on the points where lines cross, and capture by moving to the point
of an enemy piece.

- The general (G) moves one point along a row or column, and can't leave the palace, the nine points
  marked by two diagonals. The generals can never face each other in a column without a piece
  between them.
- The advisor (A) moves one point diagonally, and can't leave the palace.
- The elephant (E) moves exactly two points diagonally. It can't jump, or cross the river in the
  middle of the board.
- The horse (H) moves one point along a row or column, and then one point diagonally in the same
  direction. A piece on the first of these points blocks the move.
- The chariot (R) moves any distance along a row or column.
- The cannon (C) moves like the chariot, but to capture it has to jump over exactly one piece.
- The soldier (S) moves one point forward. Beyond the river, it can also move one point sideways.

A player who has no legal move loses, whether in check or not. You can agree on a draw: reply
"propose" to offer one. After 500 moves, the game is drawn.

Moves: h3-e3, from point to point. You can also write "h3 e3", h3e3 or "h3 to e3". In the diagram,
Red's pieces are capitals."""
    notes = """\
Players can give perpetual check or chase a piece forever: repetition doesn't end the game here. If
your opponent repeats moves, offer a draw."""
    example = ("", tuple(EXAMPLE.split()))

    def write(self, position: Position, move: Move) -> str:
        """Returns the points before and after the move."""
        text = super().write(position, move)
        return "-".join(_name(int(row), int(column)) for row, column in PLACES.findall(text))

    def looks_like_move(self, key: str) -> bool:
        return bool(KEY.fullmatch(key))

    def spellings(self, position: Position, move: Move) -> Iterable[str]:
        return (self.key(self.write(position, move)),)

    def example_move(self, position: Position) -> str:
        return "h3-e3"

    def mover_square(self, position: Position, move: Move) -> str:
        return self.write(position, move).partition("-")[0]

    def why_illegal(self, position: Position, key: str) -> str:
        side, signs = self.to_move(position) or 0, _signs(position)
        origin, target = SQUARE.findall(key)
        if not _is_of(signs[origin], side):
            return f"{self.seats[side].name} has no piece on {origin}."
        return f"The {NAMES[signs[origin].upper()]} on {origin} can't move to {target}."

    def diagram(self, position: Position) -> Diagram:
        signs = _signs(position)

        def cell(_column: int, _row: int, square: str) -> Cell:
            sign = signs[square]
            if sign == EMPTY:
                return Cell(square, EMPTY)
            seat = 0 if sign.isupper() else 1
            words = f"{self.seats[seat].name.lower()} {NAMES[sign.upper()]}"
            return Cell(square, sign, words, seat, piece=True, shape=Shape.RING, sign=sign.upper())

        return flat(rectangle(COLUMNS, ROWS, cell, Style.RIVER))

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return f"the game reached {MAX_PLIES} moves"
        return f"{self.seats[1 - winner].name} has no legal move"


def _signs(position: Position) -> dict[str, str]:
    return dict(zip(SQUARES, "".join(str(position.state).split()), strict=True))


def _name(row: int, column: int) -> str:
    return SQUARES[row * len(COLUMNS) + column]


def _is_of(sign: str, seat: int) -> bool:
    return sign.isupper() if seat == 0 else sign.islower()
