"""Games with hundreds of legal moves, of a piece or of an empty square."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Outcome, Seat
from pbm.geometry.squares import file_name
from pbm.look import Shape, Style
from pbm.options import number

PASS = "pass"
MOVE = re.compile(r"pass|[a-z][0-9]+(-[a-z][0-9]+/[a-z][0-9]+)?")
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
Square = tuple[int, int]


@dataclass(frozen=True)
class Size:
    """The option of all of the games."""

    size: int = number(10, low=3, high=19, help="rows and columns; usually 10")


class Position(NamedTuple):
    """A position: the squares of each seat's pieces, and of arrows, as sets of bits."""

    size: int
    own: int = 0
    other: int = 0
    arrows: int = 0
    turn: int = 0
    passes: int = 0
    left: int = -1

    @property
    def pieces(self) -> tuple[int, int]:
        """The pieces of each seat."""
        return self.own, self.other

    def is_free(self, square: Square) -> bool:
        """Whether nothing is on the square, which may be off the board."""
        row, column = square
        inside = 0 <= row < self.size and 0 <= column < self.size
        return inside and not (self.own | self.other | self.arrows) & self.bit(square)

    def bit(self, square: Square) -> int:
        """Returns the set of this square."""
        return 1 << square[0] * self.size + square[1]

    def squares(self) -> Iterator[Square]:
        """Yields all squares, row by row from the bottom."""
        return ((row, column) for row in range(self.size) for column in range(self.size))


def name(square: Square) -> str:
    """Returns the name of a square."""
    return f"{file_name(square[1])}{square[0] + 1}"


class _Large(Game):
    """What the games have in common."""

    options = Size
    style = Style.CHECKERED
    seats = (Seat("Black", "x"), Seat("White", "o"))

    def to_move(self, position):
        return None if self.outcome(position) else position.turn

    def leave(self, position, seat):
        return position._replace(left=seat)

    def read(self, position, text):
        self.check_ongoing(position)
        for move in self.moves(position):
            if self.write(position, move) == text.lower():
                return move
        if not MOVE.fullmatch(text.lower()):
            raise self.unreadable(text, "a1")
        raise IllegalError("That isn't legal.")

    def diagram(self, position):
        rows = [
            tuple(self._cell(position, (row, column)) for column in range(position.size))
            for row in reversed(range(position.size))
        ]
        columns = tuple(file_name(column) for column in range(position.size))
        labels = tuple(str(row) for row in range(position.size, 0, -1))
        return Diagram((Layer(columns, labels, tuple(rows), style=self.style),))

    def _cell(self, position, square):
        for seat, pieces in enumerate(position.pieces):
            if pieces & position.bit(square):
                side = self.seats[seat]
                words = f"{side.name.lower()} stone"
                return Cell(name(square), side.sign, words, seat, piece=True, shape=Shape.STONE)
        if position.arrows & position.bit(square):
            return Cell(name(square), "#", "arrow", marks=frozenset({"removed"}))
        return Cell(name(square), ".")


class Stones(_Large):
    """Players put stones on empty squares. Who has most when both pass wins."""

    name = "stones"
    style = Style.INTERSECTIONS
    title = "Stones"
    summary = "Put stones on the board."
    rules = "Put a stone on an empty square, or pass. Two passes end the game."
    example = ("-size=3", ("a1", "b2", "pass"))

    def start(self, options):
        return Position(options.size)

    def moves(self, position):
        if self.outcome(position):
            return
        yield from (square for square in position.squares() if position.is_free(square))
        yield PASS

    def play(self, position, move):
        turn = 1 - position.turn
        if move == PASS:
            return position._replace(turn=turn, passes=position.passes + 1)
        pieces = list(position.pieces)
        pieces[position.turn] |= position.bit(move)
        return position._replace(own=pieces[0], other=pieces[1], turn=turn, passes=0)

    def outcome(self, position):
        if position.left >= 0:
            return Outcome.won_by(1 - position.left, "the other player left")
        if position.passes < 2:
            return None
        return Outcome((1, 1), "both players passed")

    def write(self, position, move):
        return PASS if move == PASS else name(move)

    def longest(self, options):
        return 2 * options.size**2 + 2


class Tiles(Stones):
    """Players put tiles on empty squares, and turn each tile to the left or to the right."""

    name = "tiles"
    title = "Tiles"
    summary = "Put tiles on the board."
    rules = "Put a tile on an empty square, and turn it to the left (l) or the right (r)."
    example = ("-size=3", ("a1-l", "b2-r", "pass"))

    def moves(self, position):
        for square in super().moves(position):
            yield from [PASS] if square == PASS else ((square, side) for side in "lr")

    def play(self, position, move):
        return super().play(position, PASS if move == PASS else move[0])

    def write(self, position, move):
        return PASS if move == PASS else f"{name(move[0])}-{move[1]}"

    def mover_square(self, position, move):
        return "" if move == PASS else name(move[0])

    def diagram(self, position):
        count = (position.own | position.other).bit_count()
        notes = f"Tiles on the board: {count}."
        return replace(super().diagram(position), notes=(notes,), text_notes=("x: Black",))


class Archers(_Large):
    """Each move takes a queen to a square, and shoots an arrow that blocks another square."""

    name = "archers"
    title = "Archers"
    summary = "Block the other player's queens with arrows."
    rules = "Move a queen, then shoot an arrow from it. If you can't, you lose. Moves: a1-a5/c5"
    example = ("-size=3", ("a1-a2/a1",))

    def start(self, options):
        near, far = options.size // 3, options.size - 1
        place = Position(options.size)
        own = [(0, near), (0, far - near), (near, 0), (near, far)]
        other = [(far - row, column) for row, column in own]
        sets = [sum({place.bit(square) for square in squares}) for squares in (own, other)]
        return place._replace(own=sets[0], other=sets[1] & ~sets[0])

    def moves(self, position):
        if position.left >= 0:
            return
        pieces = position.pieces[position.turn]
        for square in position.squares():
            if pieces & position.bit(square):
                lifted = self._without(position, square)
                for target in _rays(position, square):
                    for arrow in _rays(lifted, target):
                        yield square, target, arrow

    def _without(self, position, square):
        own, other = (pieces & ~position.bit(square) for pieces in position.pieces)
        return position._replace(own=own, other=other)

    def play(self, position, move):
        square, target, arrow = move
        pieces = list(position.pieces)
        pieces[position.turn] ^= position.bit(square) | position.bit(target)
        return position._replace(
            own=pieces[0],
            other=pieces[1],
            arrows=position.arrows | position.bit(arrow),
            turn=1 - position.turn,
        )

    def outcome(self, position):
        if position.left < 0 and next(self.moves(position), None):
            return None
        loser = position.turn if position.left < 0 else position.left
        return Outcome.won_by(1 - loser, f"{self.seats[loser].name} can't go on")

    def write(self, position, move):
        square, target, arrow = move
        return f"{name(square)}-{name(target)}/{name(arrow)}"

    def mover_square(self, position, move):
        return name(move[0])

    def longest(self, options):
        return options.size**2


def _rays(position: Position, square: Square) -> Iterator[Square]:
    """Yields the free squares in straight lines from a square."""
    for down, right in DIRECTIONS:
        row, column = square[0] + down, square[1] + right
        while position.is_free((row, column)):
            yield row, column
            row, column = row + down, column + right
