"""Mad Knights: three knights close the squares they visit.

The last knight that can move wins.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError, ParseError
from pbm.game import Game, Movement, Outcome, Seat, legal
from pbm.geometry.bit_sets import KNIGHT, leaps, squares_of
from pbm.geometry.squares import file_name, read_square, square_name
from pbm.geometry.symmetry import least_image
from pbm.options import flag, number, text
from pbm.process.computed_once import computed_once
from pbm.randomness import MAX_SEED, below, numbers
from pbm.wording import dimensions

USUAL, SMALLEST, LARGEST = 8, 5, 26
CLOSED_NOTE = "# is a closed square: a knight has been there."
"""The note that explains the diagram."""
Start = tuple[tuple[int, int], ...]
"""The columns and rows, counted from 0, of the starting squares of Red, Green and Blue."""


def read_start(typed: str) -> Start:
    """Reads three different squares such as `c3,f6,d5`. Raises ValueError for anything else."""
    squares = [read_square(name.strip()) for name in typed.lower().split(",")]
    found = tuple(square for square in squares if square)
    if len(squares) != 3 or len(found) != 3:
        raise ParseError("Give the squares of Red, Green and Blue, such as -start=c3,f6,d5.")
    if len(set(found)) < 3:
        raise IllegalError(
            f"-start={typed} lists the same square twice. Give three different squares."
        )
    return found


def write_start(start: Start) -> str:
    """Returns starting squares as text. `read_start` is the inverse."""
    return ",".join(square_name(*square) for square in start)


@dataclass(frozen=True)
class Options:
    """The options of a game. `resolve` sets the seed, and the starting squares drawn from it."""

    size: int = number(USUAL, low=SMALLEST, high=LARGEST, help="rows and columns; default 8")
    seed: int | None = number(
        None,
        low=0,
        high=MAX_SEED,
        help="seed for random squares and moves; makes the game unrated",
    )
    start: Start | None = text(
        "c3,f6,d5",
        help="starting squares of Red, Green and Blue, not on the border; makes the game unrated",
        read=read_start,
        write=write_start,
    )
    strict: bool = flag("a player who sends an illegal or unreadable move on their turn is out")


@dataclass(frozen=True, eq=False)
class Board:
    """The board's size, and the squares a knight's move away from each square."""

    size: int
    attacks: tuple[int, ...] = field(repr=False)


class Position(NamedTuple):
    """A position: the knights, the open squares, and the seats that left, in that order."""

    board: Board
    open: int
    knights: tuple[int, ...]
    turn: int
    gone: tuple[int, ...]
    seed: int
    ply: int
    """The number of moves played. Departures of players aren't included."""


class MadKnights(Game[Position, int, Options]):
    """The rules of Mad Knights. A move is the knight's target square."""

    name = "madknights"
    title = "Mad Knights"
    family = "Knights"
    aliases = ("isolation", "knightisolation")
    summary = "Be the last of the three players able to move."
    seats = (Seat("Red", "r"), Seat("Green", "g"), Seat("Blue", "b"))
    options = Options
    rules = """\
Red (r), Green (g) and Blue (b) have one knight each, and move in that order. On your turn, make a
knight's move to an open square (.). A square is closed (#) as soon as a knight stands on it. If you
can't move on your turn, you are out, and your knight stays on the board. The last player left wins,
even if they couldn't move either. The others are ranked by how long they lasted. There are no
draws.

Moves: e3. Capitals don't matter. Write random to play a random legal move. Words after the move are
a comment.

If you resign before your first move, you decline the game, and it is removed for all three players.
If you resign later, you are out."""
    notes = """\
Rulings. The starting squares are closed from the beginning. The letters of players who are out stay
on the board. Under the original rules, a player who sends an illegal move is out. Here, this
happens only with -strict.

Known results. On the usual board, a game ends within 61 moves. With three players there is no
single best play. If two of them cooperate, the third usually comes last: see the numbers for a
small board below.

Random squares and moves. You can check how we draw them. Write the seed, a colon and a counter that
begins at 0, such as 5:0. The SHA-256 hash of this text is a number of 256 bits (big-endian). To
draw one of N things, take this number modulo N: 0 is the first thing. If the number isn't below the
greatest multiple of N up to 2^256, skip it. Add 1 to the counter after each number.

Start squares are drawn from the squares inside the border: b2, c2 and so on, rank by rank. Red's is
drawn first, then Green's and then Blue's, each from the remaining squares. With seed 5 on the usual
board, they are d4,g6,d2. Random moves are drawn from the legal moves, sorted as text. For these
moves, the text to hash is the seed, a colon, the number of the move, a colon and a counter: 5:1:0
for Red's first move."""
    example = (
        "-size=5 -start=c3,b3,d4",
        ("a2", "c5", "c2", "b4", "d3", "e3", "d5", "e5", "c4"),
    )

    def resolve(self, options: Options, seed: int) -> Options:
        """Fills in a seed. If the players chose no start, draws starting squares from the seed."""
        own = seed % (MAX_SEED + 1) if options.seed is None else options.seed
        start = _random_start(own, options.size) if options.start is None else options.start
        _check_start(start, options.size)
        return dataclasses.replace(options, seed=own, start=start)

    def by_hand(self, options: Options) -> bool:
        """Whether the players chose the seed or the starting squares."""
        return options.seed is not None or options.start is not None

    def without_seed(self, options: Options) -> Options:
        """Returns the options without the seed. They still have the starting squares."""
        return dataclasses.replace(options, seed=None)

    def strict(self, options: Options) -> bool:
        """Whether the game follows the strict rule of its source."""
        return options.strict

    def aim(self, options: Options) -> str:
        return "Be the last player left: a player who can't move is out."

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the size and the seed, followed by a chosen start and the strict rule."""
        given = options.start is not None and options.start != _drawn_start(options)
        return (
            dimensions(options.size, options.size),
            *([f"start {write_start(options.start)}"] if given and options.start else []),
            *([f"seed {options.seed}"] if options.seed is not None else []),
            *(["a player who sends an illegal move is out"] if options.strict else []),
        )

    def start(self, options: Options) -> Position:
        """Returns the position with the knights on their starting squares.

        These squares are closed.
        """
        board, seed = _board(options.size), options.seed or 0
        squares = options.start or _random_start(seed, options.size)
        red, green, blue = (row * options.size + column for column, row in squares)
        closed = 1 << red | 1 << green | 1 << blue
        everything = (1 << options.size**2) - 1
        return _settled(Position(board, everything ^ closed, (red, green, blue), 0, (), seed, 0))

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move: Red, Green and Blue in turn, skipping players who have left."""
        return position.turn if len(position.gone) < 2 else None

    def remaining(self, position: Position) -> tuple[int, ...]:
        return tuple(seat for seat in range(3) if seat not in position.gone)

    def moves(self, position: Position) -> Iterator[int]:
        """Yields the moves rank by rank, from the first rank."""
        return iter(squares_of(_reach(position)))

    def count(self, position: Position) -> int:
        """Returns the number of open squares within reach."""
        return _reach(position).bit_count()

    def play(self, position: Position, move: int) -> Position:
        """Closes the square, and removes each player who then can't move."""
        board, open_, knights, turn, gone, seed, ply = position
        knights = (*knights[:turn], move, *knights[turn + 1 :])
        after = Position(board, open_ ^ 1 << move, knights, (turn + 1) % 3, gone, seed, ply + 1)
        return _settled(after)

    def leave(self, position: Position, seat: int) -> Position:
        """Returns the position without this seat. Raises UserError if the seat has already left."""
        self.check_ongoing(position)
        if seat in position.gone:
            raise IllegalError(f"{self.seats[seat].name} has already left the game.")
        return _settled(position._replace(gone=(*position.gone, seat)))

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result: the game is over when two players have left."""
        if len(position.gone) < 2:
            return None
        last = next(seat for seat in range(3) if seat not in position.gone)
        order = (last, *reversed(position.gone))
        places = tuple(order.index(seat) + 1 for seat in range(3))
        return Outcome(places, f"only {self.seats[last].name} was left")

    def read(self, position: Position, text: str) -> int:
        """Reads a move such as `e3`. For `random`, the seed and the ply determine the move."""
        typed = text.strip().lower()
        square = read_square(typed)
        if square is None and typed != "random":
            raise self.unreadable(text, 'e3, or "random"')
        self.check_ongoing(position)
        return self._random(position) if square is None else self._check(position, *square)

    def write(self, position: Position, move: int) -> str:
        """Returns the move as `e3`."""
        return _name(position.board, move)

    def diagram(self, position: Position) -> Diagram:
        """Returns the diagram with `r`, `g`, `b`, `#` for closed and `.` for open squares."""
        size = position.board.size
        layer = Layer(
            columns=tuple(file_name(column) for column in range(size)),
            rows=tuple(str(row + 1) for row in reversed(range(size))),
            cells=tuple(
                tuple(self._cell(position, row * size + column) for column in range(size))
                for row in reversed(range(size))
            ),
        )
        return Diagram((layer,), text_notes=(CLOSED_NOTE,))

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the squares of the knights that can't move, once the game is over."""
        if len(position.gone) < 2:
            return ()
        board, attacks = position.board, position.board.attacks
        knights = (position.knights[seat] for seat in position.gone)
        return tuple(
            _name(board, knight) for knight in knights if not attacks[knight] & position.open
        )

    def movement(self, position: Position) -> Movement:
        """Returns the knight's moves to open squares."""
        return Movement(tuple((leap,) for leap in KNIGHT), closes=True)

    def likeness(self, position: Position) -> tuple[int, ...]:
        """Returns the seats that left, counted from the turn, and the rest's least image."""
        board, open_, knights, turn, gone, _, _ = position
        closed = (1 << board.size**2) - 1 & ~open_
        by_turn = (1 << square for square in (*knights[turn:], *knights[:turn]))
        image = least_image(board.size, board.size, closed, *by_turn)
        return len(gone), *((seat - turn) % 3 for seat in gone), *image

    def longest(self, options: Options) -> int | None:
        """Returns the maximum number of plies: every move closes one open square."""
        return options.size**2 - 3

    def _random(self, position: Position) -> int:
        moves = legal(self, position)
        row = numbers(f"{position.seed}:{position.ply + 1}")
        return self.read(position, moves[below(len(moves), row)])

    def _check(self, position: Position, column: int, row: int) -> int:
        board, own = position.board, position.knights[position.turn]
        name, size = square_name(column, row), board.size
        if column >= size or row >= size:
            raise IllegalError(
                f"{name} isn't on the board. The board goes from a1 to "
                f"{square_name(size - 1, size - 1)}."
            )
        square = row * size + column
        if square in position.knights:
            owner = self.seats[position.knights.index(square)].name
            raise IllegalError(f"{owner}'s knight is on {name}.")
        if not position.open >> square & 1:
            raise IllegalError(f"{name} is closed, because a knight has been there.")
        if not board.attacks[own] >> square & 1:
            raise IllegalError(f"{_name(board, own)} to {name} isn't a knight's move.")
        return square

    def _cell(self, position: Position, square: int) -> Cell:
        name = _name(position.board, square)
        if square in position.knights:
            seat = position.knights.index(square)
            words = f"{self.seats[seat].name.lower()} knight"
            marks = frozenset({"left"} if seat in position.gone else ())
            return Cell(name, self.seats[seat].sign, words, seat, piece=True, marks=marks)
        if position.open >> square & 1:
            return Cell(name, ".")
        return Cell(name, "#", "closed", marks=frozenset({"closed"}))


@computed_once
def _board(size: int) -> Board:
    return Board(size, leaps(size, size))


def _reach(position: Position) -> int:
    """Returns the open squares within reach of the player to move.

    Once the game is over there are none.
    """
    if len(position.gone) > 1:
        return 0
    return position.board.attacks[position.knights[position.turn]] & position.open


def _settled(position: Position) -> Position:
    """Removes players who can't move on their turn, until one can."""
    board, open_, knights, turn, gone, _, _ = position
    if turn not in gone and board.attacks[knights[turn]] & open_:
        return position
    while len(gone) < 2 and (turn in gone or not board.attacks[knights[turn]] & open_):
        gone = gone if turn in gone else (*gone, turn)
        turn = (turn + 1) % 3
    return position._replace(turn=turn, gone=gone)


def _random_start(seed: int, size: int) -> Start:
    """Returns three different random squares that aren't on the border."""
    left = [(column, row) for row in range(1, size - 1) for column in range(1, size - 1)]
    row = numbers(str(seed))
    return tuple(left.pop(below(len(left), row)) for _ in range(3))


def _drawn_start(options: Options) -> Start | None:
    return None if options.seed is None else _random_start(options.seed, options.size)


def _check_start(start: Start, size: int) -> None:
    for square in start:
        if not all(0 < index < size - 1 for index in square):
            inner = f"b2 to {square_name(size - 2, size - 2)}"
            raise IllegalError(
                f"{square_name(*square)} can't be a starting square. "
                f"On a board of size {size}, choose from {inner}."
            )


def _name(board: Board, square: int) -> str:
    row, column = divmod(square, board.size)
    return square_name(column, row)
