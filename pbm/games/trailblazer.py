"""Trailblazer: two players race for each other's start and leave trails that nobody may cross."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Movement, Outcome, Seat
from pbm.geometry.bit_sets import bits, leaps, squares_of
from pbm.geometry.squares import read_pair
from pbm.geometry.symmetry import least_image
from pbm.options import number
from pbm.process.computed_once import computed_once
from pbm.wording import dimensions

USUAL, SMALLEST, LARGEST = 7, 3, 26
WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""The change of column and row for each direction. Row 0 is at the top."""
MOVE = re.compile(r"(?:move )?(u|up|d|down|l|left|r|right)(?: to (.+))?")
RIGHT = '(0,1), or "right"'
NOTE = (
    "Cells are written as (row,column). On the board, 1 and 2 mark the trails: the cells that a "
    "player has already visited. You can't enter a trail, except to win by reaching your "
    "opponent's starting cell."
)
"""The note that explains the diagram."""


@dataclass(frozen=True)
class Options:
    """The options of a game."""

    size: int = number(USUAL, low=SMALLEST, high=LARGEST, help="rows and columns; default 7")


@dataclass(frozen=True, eq=False)
class Board:
    """The board's size, and the cells one step away from each cell.

    A cell is `row * size + column`.
    """

    size: int
    steps: tuple[int, ...] = field(repr=False)
    starts: tuple[int, int]
    """The start cells: top left and bottom right."""


class Position(NamedTuple):
    """A position: the players' current cells, and all cells that each player has visited so far."""

    board: Board
    cells: tuple[int, int]
    paths: tuple[int, int]
    turn: int
    left: int | None = None
    """The seat that resigned or forfeited."""


class Trailblazer(Game[Position, int, Options]):
    """The rules of Trailblazer. A move is the target cell."""

    name = "trailblazer"
    title = "Trailblazer"
    family = "Knights"
    aliases = ("trail",)
    summary = "Reach your opponent's starting cell, or wall them in."
    leaves_trails = True
    seats = (Seat("Player 1", "P1"), Seat("Player 2", "P2"))
    paired = True
    options = Options
    rules = """\
Player 1 (P1) starts at the top left, and Player 2 (P2) at the bottom right. Player 1 is the first
player named, and moves first. On your turn, step up, down, left or right to a free cell (.). The
cell that you leave becomes part of your trail (1 or 2). Nobody can enter a trail, with one
exception: you can enter the cell on which your opponent started, and you win if you do. You also
win if your opponent can't move on their turn. There are no draws.

Cells are written as (row,column), counted from 0 at the top left.

Moves: (0,1). You can also write "(0, 1)", 0,1, "0 1", right, R, "move right" or "Move Right to
(0,1)". Capitals don't matter. If you give a word and a cell, they must agree."""
    notes = """\
Rulings. Taken literally, the original rules would never allow you to reach your opponent's start,
because your opponent's first move leaves a trail there. Here you can always enter that cell once
your opponent has left it, and entering it wins. Your opponent can't go back to it. Some of the
original drawings have eight columns, and their example of a win is impossible. We follow the text,
which says 7 by 7.

Known results. The first player wins on all boards up to 9 by 9: by move 27 on 6 by 6, by move 39 on
7 by 7, by move 47 on 8 by 8, and by move 71 on 9 by 9. These numbers count the moves of both
players."""
    example = (
        "-size=4",
        (
            *("(0,1)", "(2,3)", "(1,1)", "(2,2)", "(2,1)", "(1,2)"),
            *("(3,1)", "(0,2)", "(3,2)", "(0,3)", "(3,3)"),
        ),
    )

    def aim(self, options: Options) -> str:
        return (
            "Reach the cell on which your opponent started, or leave your opponent without a move."
        )

    def describe_options(self, options: Options) -> tuple[str, ...]:
        return (dimensions(options.size, options.size),)

    def start(self, options: Options) -> Position:
        """Returns the position with both players in their corners."""
        board = _board(options.size)
        first, second = board.starts
        return Position(board, board.starts, (1 << first, 1 << second), 0)

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move. Player 1 moves first."""
        return position.turn if _reach(position) else None

    def moves(self, position: Position) -> Iterator[int]:
        """Yields the moves row by row from the top."""
        return iter(squares_of(_reach(position)))

    def count(self, position: Position) -> int:
        """Returns the number of cells within reach."""
        return _reach(position).bit_count()

    def count_replies(self, position: Position) -> int:
        """Returns the number of pairs of moves. They can't enter the same cell."""
        board, cells, (path1, path2), turn, _ = position
        start, goal = board.starts[turn], board.starts[1 - turn]
        # A player who enters the goal leaves the opponent no reply.
        steps = _reach(position) & ~(1 << goal)
        replies = board.steps[cells[1 - turn]] & (~(path1 | path2) | 1 << start)
        return steps.bit_count() * replies.bit_count() - (steps & replies).bit_count()

    def play(self, position: Position, move: int) -> Position:
        """Returns the position with the player on the cell.

        The previous cell becomes part of the trail.
        """
        board, (first, second), (path1, path2), turn, _ = position
        if turn:
            return Position(board, (first, move), (path1, path2 | 1 << move), 0)
        return Position(board, (move, second), (path1 | 1 << move, path2), 1)

    def leave(self, position: Position, seat: int) -> Position:
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result: a player reached the other player's start, can't move, or left."""
        if _reach(position):
            return None
        if position.left is not None:
            return Outcome.won_by(
                1 - position.left, f"{self.seats[position.left].name} left the game"
            )
        mover = 1 - position.turn
        name, other = self.seats[mover].name, self.seats[position.turn].name
        if _arrived(position):
            return Outcome.won_by(mover, f"{name} reached {other}'s start")
        return Outcome.won_by(mover, f"{other} couldn't move")

    def read(self, position: Position, text: str) -> int:
        """Reads a move such as `(0,1)`, `0 1`, `right`, `R` or `move right to (0,1)`."""
        typed = " ".join(text.lower().split())
        by_word = MOVE.fullmatch(typed)
        if by_word:
            return self._follow(position, text, by_word)
        named = read_pair(typed)
        if named is None:
            raise self.unreadable(text, RIGHT)
        return self._check(position, *named)

    def write(self, position: Position, move: int) -> str:
        """Returns the move as `(0,1)`."""
        return _name(position.board, move)

    def diagram(self, position: Position) -> Diagram:
        """Returns the diagram with `P1`, `P2`, `1` and `2` for trails, and `.` for free cells."""
        size = position.board.size
        labels = tuple(str(index) for index in range(size))
        cells = tuple(
            tuple(self._cell(position, row * size + column) for column in range(size))
            for row in range(size)
        )
        return Diagram((Layer(labels, labels, cells),), text_notes=(NOTE,))

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the cell of the player who can't move."""
        if _reach(position) or position.left is not None or _arrived(position):
            return ()
        return (_name(position.board, position.cells[position.turn]),)

    def movement(self, position: Position) -> Movement:
        """Returns the steps to free cells, and each seat's goal."""
        first, second = position.board.starts
        return Movement(
            leaps=tuple((way,) for way in WAYS.values()),
            closes=True,
            goals=(_name(position.board, second), _name(position.board, first)),
            square="({row},{column})",
        )

    def likeness(self, position: Position) -> tuple[int, ...]:
        """Returns the least symmetric image of the trails, the cells and the goals, by turn."""
        board, cells, (path1, path2), turn, _ = position
        own, other = 1 << cells[turn], 1 << cells[1 - turn]
        goals = 1 << board.starts[1 - turn], 1 << board.starts[turn]
        return least_image(board.size, board.size, path1 | path2, own, other, *goals)

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions in which the last mover was on a cell of their own trail."""
        board, cells, paths, turn, _ = position
        seat = 1 - turn
        trail = paths[seat] ^ 1 << cells[seat]
        for cell in bits(board.steps[cells[seat]] & trail):
            before = (cell, cells[1]) if turn else (cells[0], cell)
            yield Position(board, before, (trail, paths[1]) if turn else (paths[0], trail), seat)

    def longest(self, options: Options) -> int | None:
        """Returns the maximum number of plies: every move but the last takes a free cell."""
        return options.size**2 - 1

    def _follow(self, position: Position, text: str, by_word: re.Match[str]) -> int:
        row, column = divmod(position.cells[position.turn], position.board.size)
        way = next(way for way in WAYS if way.startswith(by_word[1]))
        across, down = WAYS[way]
        target = row + down, column + across
        named = read_pair(by_word[2]) if by_word[2] else target
        if named is None:
            raise self.unreadable(text, RIGHT)
        if named != target:
            meant = f"({target[0]},{target[1]}), not ({named[0]},{named[1]})"
            raise IllegalError(f"{way.capitalize()} of ({row},{column}) is {meant}.")
        return self._check(position, *target)

    def _check(self, position: Position, row: int, column: int) -> int:
        self.check_ongoing(position)
        board = position.board
        name, size, own = f"({row},{column})", board.size, position.cells[position.turn]
        if not (0 <= row < size and 0 <= column < size):
            raise IllegalError(
                f"{name} isn't on the board. It has rows and columns 0 to {size - 1}."
            )
        cell = row * size + column
        if cell in position.cells:
            raise IllegalError(f"{self.seats[position.cells.index(cell)].name} is on {name}.")
        if not board.steps[own] >> cell & 1:
            raise IllegalError(f"{name} isn't next to {_name(board, own)}.")
        if not _reach(position) >> cell & 1:
            raise IllegalError(f"You can't enter {name}: it is {self._trail(position, cell)}.")
        return cell

    def _trail(self, position: Position, cell: int) -> str:
        owner = 0 if position.paths[0] >> cell & 1 else 1
        if cell == position.board.starts[position.turn]:
            return "your own start, which you have left"
        return f"part of {self.seats[owner].name}'s trail"

    def _cell(self, position: Position, cell: int) -> Cell:
        name = _name(position.board, cell)
        if cell in position.cells:
            seat = position.cells.index(cell)
            return Cell(name, self.seats[seat].sign, self.seats[seat].name.lower(), seat, True)
        seats = [seat for seat in (0, 1) if position.paths[seat] >> cell & 1]
        if not seats:
            return Cell(name, ".")
        words = f"trail of {self.seats[seats[0]].name.lower()}"
        return Cell(name, str(seats[0] + 1), words, seats[0], marks=frozenset({"trail"}))


@computed_once
def _board(size: int) -> Board:
    return Board(size, leaps(size, size, tuple(WAYS.values())), (0, size**2 - 1))


def _reach(position: Position) -> int:
    """Returns the cells that the player to move may enter. Once the game is over there are none."""
    board, cells, (path1, path2), turn, left = position
    own, other = cells[turn], cells[1 - turn]
    start, goal = board.starts[turn], board.starts[1 - turn]
    if other == start or left is not None:
        return 0
    near = board.steps[own]
    reach = near & ~(path1 | path2)
    if near >> goal & 1 and other != goal:
        return reach | 1 << goal
    return reach


def _arrived(position: Position) -> bool:
    """Whether the player who moved last is on the other player's start."""
    return position.cells[1 - position.turn] == position.board.starts[position.turn]


def _name(board: Board, cell: int) -> str:
    row, column = divmod(cell, board.size)
    return f"({row},{column})"
