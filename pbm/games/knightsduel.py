"""Knight's Duel: each player moves one knight, and nobody may enter a square twice."""

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Movement, Outcome, Seat
from pbm.geometry.bit_sets import KNIGHT, bits, leaps, squares_of
from pbm.geometry.squares import read_pair, read_square
from pbm.geometry.symmetry import least_image
from pbm.options import number
from pbm.process.computed_once import computed_once
from pbm.wording import dimensions

USUAL, SMALLEST, LARGEST = 8, 4, 26
MOVE = re.compile(r"(?:move to )?(.+)")
NOTE = (
    "Squares are written as (column,row). Nobody can land on a square marked X, or on a square "
    "with a knight."
)
"""The note that explains the diagram."""


@dataclass(frozen=True)
class Options:
    """The options of a game. `resolve` sets either a size, or rows and columns that differ."""

    size: int | None = number(None, low=SMALLEST, high=LARGEST, help="rows and columns; default 8")
    rows: int | None = number(
        None, low=SMALLEST, high=LARGEST, help="rows of a rectangular board (give -cols, too)"
    )
    cols: int | None = number(
        None, low=SMALLEST, high=LARGEST, help="columns of a rectangular board (give -rows, too)"
    )


@dataclass(frozen=True, eq=False)
class Board:
    """The board's shape, and the squares a knight's move away from each square."""

    columns: int
    rows: int
    attacks: tuple[int, ...] = field(repr=False)


class Position(NamedTuple):
    """A position: the knights' squares, and the squares that nobody has visited."""

    board: Board
    active: int
    knights: tuple[int, int]
    turn: int
    left: int | None = None
    """The seat that resigned or forfeited."""


class KnightsDuel(Game[Position, int, Options]):
    """The rules of Knight's Duel. A move is the knight's target square."""

    name = "knightsduel"
    title = "Knight's Duel"
    family = "Knights"
    aliases = ("duel", "joust")
    summary = "Trap your opponent's knight. No square can be used twice."
    seats = (Seat("White", "N1"), Seat("Black", "N2"))
    paired = True
    options = Options
    rules = """\
White's knight (N1) starts on (1,1) at the bottom left, and Black's (N2) on the opposite corner.
White is the first player named, and moves first. On your turn, make a knight's move to an active
square (.), which no knight has visited yet. The square that you leave is removed (X): knights can
jump over it, but never enter it. You must move if you can. If you can't, you lose. There are no
draws.

Squares are written as (column,row), counted from 1 at the bottom left.

Moves: (5,6). You can also write "(5, 6)", 5,6, "5 6", "Move to (5,6)" or e6. Capitals don't
matter."""
    notes = """\
Rulings. The two starting squares count as used from the beginning. In the sample game in the
original rules, some lists of moves are incomplete, and one move leads to a removed square. We
follow the definition of a removed square in the rules.

Known results. If the number of rows or columns is even, the second player wins: always move to the
square directly opposite the first player's last move, across the middle of the board. The quickest
win takes until move 12 on 4 by 4, and until move 34 on 6 by 6. The first player wins by move 19 on
5 by 5, by move 23 on 5 by 7, by move 31 on 5 by 9, by move 39 on 5 by 11, and by move 35 on both 7
by 7 and 7 by 9. These numbers count the moves of both players."""
    example = (
        "-size=4",
        (
            *("(3,2)", "(2,3)", "(1,3)", "(3,1)", "(2,1)", "(4,3)"),
            *("(3,3)", "(2,2)", "(1,2)", "(3,4)", "(2,4)", "(4,2)"),
        ),
    )

    def resolve(self, options: Options, seed: int) -> Options:
        """Fills in the size, or rows and columns if they differ."""
        columns, rows = _shape(options)
        if columns == rows:
            return Options(size=rows)
        return dataclasses.replace(options, rows=rows, cols=columns)

    def aim(self, options: Options) -> str:
        return "Leave your opponent without a move on a board where no square can be entered twice."

    def describe_options(self, options: Options) -> tuple[str, ...]:
        columns, rows = _shape(options)
        return (dimensions(rows, columns),)

    def start(self, options: Options) -> Position:
        """Returns the position with the knights in opposite corners.

        The corners are already visited.
        """
        board = _board(*_shape(options))
        last = board.columns * board.rows - 1
        return Position(board, (1 << last) - 2, (0, last), 0)

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move. White moves first."""
        return position.turn if self.count(position) else None

    def moves(self, position: Position) -> Iterator[int]:
        """Yields the moves row by row from the bottom."""
        return iter(squares_of(_reach(position)))

    def count(self, position: Position) -> int:
        """Returns the number of unvisited squares within reach."""
        return _reach(position).bit_count()

    def count_replies(self, position: Position) -> int:
        """Returns the number of pairs of moves. They can't enter the same square."""
        moves = _reach(position)
        replies = position.board.attacks[position.knights[1 - position.turn]] & position.active
        return moves.bit_count() * replies.bit_count() - (moves & replies).bit_count()

    def play(self, position: Position, move: int) -> Position:
        board, active, (white, black), turn, _ = position
        knights = (white, move) if turn else (move, black)
        return Position(board, active ^ 1 << move, knights, 1 - turn)

    def leave(self, position: Position, seat: int) -> Position:
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result: a player who can't move, or who left, has lost."""
        if _reach(position):
            return None
        loser = position.turn if position.left is None else position.left
        why = "couldn't move" if position.left is None else "left the game"
        return Outcome.won_by(1 - loser, f"{self.seats[loser].name} {why}")

    def read(self, position: Position, text: str) -> int:
        """Reads a move such as `(5,6)`, `(5, 6)`, `5,6`, `5 6`, `Move to (5,6)` or `e6`."""
        found = MOVE.fullmatch(" ".join(text.lower().split()))
        named = _square(found[1]) if found else None
        if named is None:
            raise self.unreadable(text, "(2,3)")
        self.check_ongoing(position)
        return self._check(position, *named)

    def write(self, position: Position, move: int) -> str:
        """Returns the move as `(5,6)`."""
        return _name(position.board, move)

    def diagram(self, position: Position) -> Diagram:
        """Returns the diagram with `N1`, `N2`, `X` for visited squares and `.` for free squares."""
        columns, rows = position.board.columns, position.board.rows
        cells = [self._cell(position, square) for square in range(columns * rows)]
        layer = Layer(
            columns=tuple(str(column + 1) for column in range(columns)),
            rows=tuple(str(row + 1) for row in reversed(range(rows))),
            cells=tuple(
                tuple(cells[row * columns : (row + 1) * columns]) for row in reversed(range(rows))
            ),
        )
        return Diagram((layer,), text_notes=(NOTE,))

    def describe_move(self, position: Position, move: int) -> str:
        """Returns the predicate of a sentence about a move, in the words of the game's source."""
        return f"moves to {_name(position.board, move)}."

    def describe_seat(self, position: Position, seat: int) -> str:
        """Returns a sentence about the knight's square, in the words of the game's source."""
        return f"Your knight is at {_name(position.board, position.knights[seat])}."

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the square of the knight that can't move."""
        if _reach(position) or position.left is not None:
            return ()
        return (_name(position.board, position.knights[position.turn]),)

    def movement(self, position: Position) -> Movement:
        """Returns the knight's moves to unvisited squares."""
        leaps = tuple((leap,) for leap in KNIGHT)
        return Movement(leaps, closes=True, square="({column},{row})")

    def likeness(self, position: Position) -> tuple[int, ...]:
        """Returns the least symmetric image of the visited squares, and of the knights by turn."""
        board, active, knights, turn, _ = position
        removed = (1 << board.rows * board.columns) - 1 & ~active
        own, other = 1 << knights[turn], 1 << knights[1 - turn]
        return least_image(board.rows, board.columns, removed, own, other)

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions in which the last mover's knight was on a square now visited."""
        board, active, knights, turn, _ = position
        own, other = knights[turn], knights[1 - turn]
        for square in bits(board.attacks[other] & ~active & ~(1 << own)):
            before = (square, own) if turn else (own, square)
            yield Position(board, active | 1 << other, before, 1 - turn)

    def longest(self, options: Options) -> int | None:
        """Returns the maximum number of plies: every move uses up one unvisited square."""
        columns, rows = _shape(options)
        return columns * rows - 2

    def _check(self, position: Position, column: int, row: int) -> int:
        board, own = position.board, position.knights[position.turn]
        if not (1 <= column <= board.columns and 1 <= row <= board.rows):
            extent = f"columns 1 to {board.columns} and rows 1 to {board.rows}"
            raise IllegalError(f"({column},{row}) isn't on the board. It has {extent}.")
        square = (row - 1) * board.columns + column - 1
        name = _name(board, square)
        if square in position.knights:
            owner = self.seats[position.knights.index(square)].name
            raise IllegalError(f"{owner}'s knight is on {name}.")
        if not position.active >> square & 1:
            raise IllegalError(f"{name} has been removed, because a knight was there earlier.")
        if not board.attacks[own] >> square & 1:
            raise IllegalError(f"{_name(board, own)} to {name} isn't a knight's move.")
        return square

    def _cell(self, position: Position, square: int) -> Cell:
        name = _name(position.board, square)
        if square in position.knights:
            seat = position.knights.index(square)
            words = f"{self.seats[seat].name.lower()} knight"
            return Cell(name, self.seats[seat].sign, words, seat, piece=True)
        if position.active >> square & 1:
            return Cell(name, ".")
        return Cell(name, "X", "removed", marks=frozenset({"removed"}))


def _shape(options: Options) -> tuple[int, int]:
    """Returns the number of columns and rows."""
    rows, columns = options.rows, options.cols
    if options.size is not None and (rows or columns):
        raise IllegalError("Give either -size, or -rows and -cols.")
    if rows and columns:
        return columns, rows
    if rows or columns:
        given, missing = ("rows", "cols") if rows else ("cols", "rows")
        raise IllegalError(f"-{given} also needs -{missing} ({SMALLEST} to {LARGEST}).")
    size = options.size or USUAL
    return size, size


@computed_once
def _board(columns: int, rows: int) -> Board:
    return Board(columns, rows, leaps(columns, rows))


def _reach(position: Position) -> int:
    """Returns the squares that the player to move may enter. Once a player left there are none."""
    board, active, knights, turn, left = position
    return board.attacks[knights[turn]] & active if left is None else 0


def _square(text: str) -> tuple[int, int] | None:
    """Returns the column and row, counted from 1, of a square in any notation, or None."""
    algebraic = read_square(text)
    if algebraic:
        return algebraic[0] + 1, algebraic[1] + 1
    return read_pair(text)


def _name(board: Board, square: int) -> str:
    row, column = divmod(square, board.columns)
    return f"({column + 1},{row + 1})"
