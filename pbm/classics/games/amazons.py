"""Amazons: move a queen, and shoot an arrow that blocks a square."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram
from pbm.game import Seat
from pbm.look import Shape
from pbm.options import NoOptions

SIZE = 10
COLUMNS = "abcdefghij"
ROWS = tuple(map(str, range(SIZE, 0, -1)))
SQUARES = [f"{column}{row}" for row in ROWS for column in COLUMNS]
"""The squares in the order of OpenSpiel's actions."""
KEY = re.compile("(?:[a-j](?:10|[1-9])){3}")
SQUARE = re.compile("[a-j](?:10|[1-9])")
SIGNS = "XO"
WORDS = re.compile(r"\b(?:arrow|shoots?|shooting|shot|fires?|and|with|at|the|queen|amazon)\b")

EXAMPLE = """\
j4-i4/g2 a7-e7/e10 a4-c6/e4 e7-j2/i2 i4-f7/h7 j7-g4/e2 f7-g7/i5 d10-f8/g9 g7-d7/d8
g10-j10/j7 c6-c1/b2 f8-f2/f8 d1-a4/c4 j2-h4/h2 d7-c8/b8 g4-g7/d7 c1-e1/a5 f2-f7/j3
a4-a3/h3 f7-i4/h5 a3-c5/d5 j10-h8/i9 c5-e7/f7 g7-h6/c6 c8-c10/c9 h4-f4/c1 e7-b4/b3
h6-d6/e5 b4-b7/c8 d6-e7/g5 b7-b5/b6 e7-e8/e9 g1-i1/g1 i4-g4/i4 e1-f1/f3 h8-j6/j4
c10-b10/a9 g4-h4/g3 b5-b4/e1 j6-i6/f6 b4-d2/c2 i6-i8/g10 d2-b4/a4 i8-g8/h9 f1-f2/f1
g8-j8/g8 b10-d10/b10 h4-i3/j2 b4-d2/b4 e8-c10/b9 d2-e3/d4 j8-h6/j6 e3-d2/c3 f4-f5/f4
d2-d3/d2 h6-i6/g6 i1-j1/h1 i6-h6/g7 f2-e3/f2 f5-g4/f5 d10-d9/d10 h6-i7/i8 d9-e8/e7
i7-j8/i7 e8-d9/e8 j8-j10/i10 j1-i1/j1 j10-j8/j9"""


class Amazons(SpielGame[NoOptions]):
    """The rules of Amazons."""

    name = "amazons"
    title = "Amazons"
    family = "Go and territory"
    aliases = ("gameoftheamazons",)
    summary = "Block your opponent with queens and arrows."
    spiel = "amazons"
    plies = SIZE * SIZE - 8
    seats = (Seat("White", "w"), Seat("Black", "b"))
    rules = """\
White is the first player named, and moves first. White and Black have four queens (amazons) each.
On your turn, move one of your queens any distance along a row, column or diagonal. From its new
square, the queen then shoots an arrow any distance along a row, column or diagonal. The arrow stays
on the square where it lands. Queens and arrows can't land on or pass a queen or an arrow. Nothing
is captured. If you can't move on your turn, you lose.

Moves: d1-d7/g7, from d1 to d7 with an arrow on g7. You can also write "d1 d7 g7" or "d1 to d7,
arrow g7"."""
    notes = "The Game of the Amazons was invented by Walter Zamkauskas in 1988."
    example = ("", tuple(EXAMPLE.split()))

    def moves(self, position: Position) -> Iterator[Move]:
        return self.whole_moves(position)

    def write(self, position: Position, move: Move) -> str:
        """Returns the squares of the queen before and after the move, and of the arrow."""
        origin, target, arrow = (SQUARES[action] for action in move)
        return f"{origin}-{target}/{arrow}"

    def key(self, text: str) -> str:
        return super().key(WORDS.sub("", text.lower())).replace("/", "")

    def looks_like_move(self, key: str) -> bool:
        return bool(KEY.fullmatch(key))

    def example_move(self, position: Position) -> str:
        return "d1-d7/g7"

    def mover_square(self, position: Position, move: Move) -> str:
        return SQUARES[move[0]]

    def why_illegal(self, position: Position, key: str) -> str:
        origin, target, arrow = SQUARE.findall(key)
        seat = self.to_move(position) or 0
        side, signs = self.seats[seat].name, _signs(position)
        if signs[origin] != SIGNS[seat]:
            return f"{side} has no queen on {origin}."
        moves = {(SQUARES[move[0]], SQUARES[move[1]]) for move in self.moves(position)}
        if (origin, target) not in moves:
            return f"The queen on {origin} can't move to {target}."
        return f"From {target}, the arrow can't fly to {arrow}."

    def diagram(self, position: Position) -> Diagram:
        signs = _signs(position)

        def cell(_column: int, _row: int, square: str) -> Cell:
            sign = signs[square]
            if sign == "#":
                return Cell(square, "#", "arrow", marks=frozenset({"closed"}))
            if sign == EMPTY:
                return Cell(square, EMPTY)
            side = self.seats[seat := SIGNS.index(sign)]
            queen = Cell(square, side.sign, f"{side.name.lower()} queen", seat, piece=True)
            return replace(queen, shape=Shape.FIGURE)

        return flat(rectangle(COLUMNS, ROWS, cell))

    def reason(self, position: Position, winner: int | None) -> str:
        return f"{self.seats[1 - (winner or 0)].name} can't move"


def _signs(position: Position) -> dict[str, str]:
    """Returns the sign of each square in OpenSpiel's text."""
    return dict(zip(SQUARES, "".join(str(position.state).split()), strict=True))
