"""Clobber: each move takes a stone beside one's own, and who can't move loses.

By Michael Albert, J. P. Grossman and Richard Nowakowski, 2001.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Outcome, Seat
from pbm.geometry.bit_sets import bits, leaps
from pbm.geometry.squares import file_name, read_square, square_name
from pbm.options import number
from pbm.wording import dimensions

SMALLEST, LARGEST = 2, 12
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
MOVE = re.compile(r"([a-z]+[0-9]+) ?(?:-|x|to)? ?([a-z]+[0-9]+)")


@dataclass(frozen=True)
class Options:
    """The options of a game."""

    rows: int = number(6, low=SMALLEST, high=LARGEST, help="rows; usually 6")
    cols: int = number(5, low=SMALLEST, high=LARGEST, help="columns; usually 5")


class Position(NamedTuple):
    """A position: the squares of each side's stones, as sets of bits."""

    columns: int
    rows: int
    stones: tuple[int, int]
    turn: int
    left: int | None = None
    """The seat that resigned or forfeited."""


class Clobber(Game[Position, tuple[int, int], Options]):
    """The rules of Clobber; a move is a stone's square, and the square of the stone it takes."""

    name = "clobber"
    title = "Clobber"
    summary = "Take stones next to your own. If you can't move, you lose."
    seats = (Seat("White", "o"), Seat("Black", "x"))
    options = Options
    rules = """\
At the start, White's stones (o) and Black's (x) alternate on all squares. White is the first player
named, and moves first. On your turn, move one of your stones onto a stone of your opponent that is
next to it in a row or a column, and take that stone. If you can't, you lose. There are no draws.

Moves: a1-a2; also "a1 a2", a1a2, a1xa2 and "a1 to a2", in capitals or not."""
    example = ("-rows=3 -cols=3", ("b2-b3", "b1-c1", "a1-a2", "c2-c3", "b3-c3"))

    def aim(self, options: Options) -> str:
        """Returns the aim."""
        return "Leave your opponent without a stone to take."

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the size."""
        return (dimensions(options.rows, options.cols),)

    def start(self, options: Options) -> Position:
        """Returns the full board, with a white stone on a1."""
        columns, rows = options.cols, options.rows
        squares = range(columns * rows)
        white = sum(1 << square for square in squares if sum(divmod(square, columns)) % 2 == 0)
        return Position(columns, rows, (white, (1 << columns * rows) - 1 - white), 0)

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move."""
        return None if self.outcome(position) else position.turn

    def moves(self, position: Position) -> Iterator[tuple[int, int]]:
        """Yields the moves row by row from the bottom."""
        if position.left is None:
            beside = leaps(position.columns, position.rows, STEPS)
            own, others = position.stones[position.turn], position.stones[1 - position.turn]
            for square in bits(own):
                for target in bits(beside[square] & others):
                    yield square, target

    def play(self, position: Position, move: tuple[int, int]) -> Position:
        """Returns the position after a stone has taken another."""
        square, target = move
        stones = list(position.stones)
        stones[position.turn] ^= 1 << square | 1 << target
        stones[1 - position.turn] ^= 1 << target
        return position._replace(stones=(stones[0], stones[1]), turn=1 - position.turn)

    def leave(self, position: Position, seat: int) -> Position:
        """Returns the position won by the other player."""
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result: the player who can't move, or left, has lost."""
        if next(self.moves(position), None):
            return None
        loser = position.turn if position.left is None else position.left
        why = "couldn't move" if position.left is None else "left the game"
        return Outcome((2, 1) if loser == 0 else (1, 2), f"{self.seats[loser].name} {why}")

    def read(self, position: Position, text: str) -> tuple[int, int]:
        """Returns the move in `a1-a2` and the like."""
        found = MOVE.fullmatch(" ".join(text.lower().split()))
        named = [read_square(name) for name in found.groups()] if found else [None]
        if None in named:
            raise self.unreadable(text, "a1-a2")
        self.check_ongoing(position)
        places = [self._on_board(position, *each) for each in named if each]
        move = places[0], places[1]
        if move not in self.moves(position):
            raise IllegalError(self._why_not(position, *move))
        return move

    def write(self, position: Position, move: tuple[int, int]) -> str:
        """Returns the move as `a1-a2`."""
        return "-".join(_name(position, square) for square in move)

    def diagram(self, position: Position) -> Diagram:
        """Returns the diagram with `o`, `x`, and `.` for squares without a stone."""
        columns, rows = position.columns, position.rows
        cells = [self._cell(position, square) for square in range(columns * rows)]
        layer = Layer(
            columns=tuple(map(file_name, range(columns))),
            rows=tuple(str(row + 1) for row in reversed(range(rows))),
            cells=tuple(
                tuple(cells[row * columns : (row + 1) * columns]) for row in reversed(range(rows))
            ),
        )
        return Diagram((layer,))

    def mover_square(self, position: Position, move: tuple[int, int]) -> str:
        """Returns the square of the stone that moves."""
        return _name(position, move[0])

    def longest(self, options: Options) -> int:
        """Returns the largest number of plies: each takes a stone, and one is left."""
        return options.rows * options.cols - 1

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Returns the number of moves that each side would have on its turn."""
        if position.left is not None:
            return (0.0, 0.0)
        counts = [self.count(position._replace(turn=seat)) for seat in (0, 1)]
        return float(counts[0]), float(counts[1])

    def _cell(self, position: Position, square: int) -> Cell:
        name = _name(position, square)
        for seat, stones in enumerate(position.stones):
            if stones >> square & 1:
                side = self.seats[seat]
                return Cell(name, side.sign, f"{side.name.lower()} stone", seat, piece=True)
        return Cell(name, ".")

    def _on_board(self, position: Position, column: int, row: int) -> int:
        if column >= position.columns or row >= position.rows:
            raise IllegalError(f"{square_name(column, row)} isn't on the board.")
        return row * position.columns + column

    def _why_not(self, position: Position, square: int, target: int) -> str:
        own, others = position.stones[position.turn], position.stones[1 - position.turn]
        name, aim = _name(position, square), _name(position, target)
        if not own >> square & 1:
            return f"{self.seats[position.turn].name} has no stone on {name}."
        if not others >> target & 1:
            return f"There is no stone to take on {aim}."
        return f"{aim} isn't beside {name}, in its row or column."


def _name(position: Position, square: int) -> str:
    row, column = divmod(square, position.columns)
    return square_name(column, row)
