"""Knight's Dance: each player has a king and a knight.

A player wins by capturing a piece or by leaving the other knight without a move.
"""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError, ParseError
from pbm.game import Game, Movement, Outcome, Seat
from pbm.geometry.bit_sets import KNIGHT, bits, leaps
from pbm.geometry.squares import file_name, read_square, square_name
from pbm.geometry.symmetry import least_image
from pbm.options import flag, number, text
from pbm.wording import dimensions

USUAL_ROWS, USUAL_COLUMNS = 5, 6
FROM_HERE = "To start from this position"
SQUARE = "([a-z]{1,3}[1-9][0-9]{0,3})"
MOVE = re.compile(rf"(?:(?:(white|black) )?to |{SQUARE}-?)?{SQUARE}")
PLACEMENT = re.compile(rf"\( ?([wb]){' ([1-9][0-9]{0,3})' * 2}{f' {SQUARE}' * 4} ?\)")


class Placement(NamedTuple):
    """The turn, the board's shape, and the squares of the pieces, White's first.

    Square `row * columns + column` counts from a1. A capturing piece shares its victim's square.
    """

    turn: int
    rows: int
    columns: int
    kings: tuple[int, int]
    knights: tuple[int, int]


def read_placement(typed: str) -> Placement:
    """Reads a placement such as `(w 5 6 a1 b1 f5 b5)`: turn, rows, columns, kings, knights."""
    found = PLACEMENT.fullmatch(" ".join(typed.lower().split()))
    if not found:
        raise ParseError(
            f'"{typed[:60]}" isn\'t a position. Write the turn, rows, columns, white king, black '
            "king, white knight and black knight, such as (w 5 6 a1 b1 f5 b5)."
        )
    turn, rows, columns = "wb".index(found[1]), int(found[2]), int(found[3])
    squares = [_on_board(name, rows, columns) for name in found.groups()[3:]]
    return Placement(turn, rows, columns, (squares[0], squares[1]), (squares[2], squares[3]))


def write_placement(placement: Placement) -> str:
    """Returns a placement as text. `read_placement` is the inverse."""
    turn, rows, columns, kings, knights = placement
    names = " ".join(_name(columns, square) for square in (*kings, *knights))
    return f"({'wb'[turn]} {rows} {columns} {names})"


@dataclass(frozen=True)
class Options:
    """The options. `resolve` sets rows and columns unless the start position gives them."""

    rows: int | None = number(None, low=1, help="rows; default 5")
    cols: int | None = number(None, low=1, help="columns; default 6")
    position: Placement | None = text(
        "(w 5 6 a1 b1 f5 b5)",
        help="your own start: the turn (w or b), rows, columns, white king, black king, white "
        "knight, black knight; makes the game unrated",
        read=read_placement,
        write=write_placement,
    )
    misere: bool = flag("a player who captures loses, and a player who can't move wins")
    jumpblock: bool = flag("pieces next to a knight can block its jumps")


class Position(NamedTuple):
    """A placement and the rules of its game."""

    placement: Placement
    misere: bool = False
    jumpblock: bool = False
    left: int | None = None
    """The seat that resigned or forfeited."""


class KnightsDance(Game[Position, int, Options]):
    """The rules of Knight's Dance. A move is the knight's target square."""

    name = "knightsdance"
    title = "Knight's Dance"
    family = "Knights"
    aliases = ("dance",)
    summary = "Capture your opponent's king or knight, or trap that knight."
    seats = (Seat("White", "W"), Seat("Black", "B"))
    paired = True
    drawn_by_agreement = True
    options = Options
    rules = """\
White has a king (WK) and a knight (WN), and so does Black (BK, BN). White is the first player
named, and moves first. On your turn, make a knight's move with your knight. Kings never move. If
you land on the other king or the other knight, you capture it and win. You can't land on your own
king. If you have no move on your turn, you lose.

Moves: e3, the square that your knight moves to. You can also write f5-e3, f5e3, Ne3, "to e3" or
"White to e3". Capitals don't matter. If you name the origin or the color, it must be right. Files
after z are aa, ab and so on.

-jumpblock: pieces can block a jump. A jump goes two squares along a line and one to the side. It is
blocked if a piece of either color is on one of two squares next to the knight: the first square of
that line, or the diagonal square in the direction of the target.

At the start, White's king is on a1 and Black's king on b1. White's knight is on the last file of
the last rank, and Black's knight on file b of the last rank. Each email shows the option
-position=(...) that starts a game from its position."""
    notes = """\
Rulings. The original rules explain -jumpblock only with two drawings. The rule above is the only
one that fits both captions. The original rules have no draws. Because a game can continue forever,
players can agree on a draw here ("help offers").

Known results. From the standard start on 5 by 6, Black, who moves second, wins by move 6, or by
move 8 with -jumpblock. These numbers count the moves of both players. With -misere, neither player
can force a win, with or without -jumpblock. The original rules mention such endless games."""
    example = ("", ("e3", "c3", "c4", "b5", "d2", "d4", "b1"))

    def resolve(self, options: Options, seed: int) -> Options:
        """Fills in the size. Raises UsageError for starts that the board or the rules exclude."""
        if options.position is None:
            rows, columns = options.rows or USUAL_ROWS, options.cols or USUAL_COLUMNS
            options = dataclasses.replace(options, rows=rows, cols=columns)
            self._check_size(rows, columns)
            _check_room(rows, columns)
        elif options.rows or options.cols:
            raise IllegalError(
                "-position includes the size of the board. Leave out -rows and -cols."
            )
        else:
            self._check_size(options.position.rows, options.position.columns)
        self._check_start(options)
        return options

    def by_hand(self, options: Options) -> bool:
        """Whether the players chose the start position."""
        return options.position is not None

    def aim(self, options: Options) -> str:
        """Returns the aim. The option -misere reverses it."""
        if options.misere:
            return "Run out of moves, or make your opponent capture one of your pieces."
        return "Capture your opponent's king or knight, or leave that knight without a move."

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the size, followed by a chosen start and any unusual rules."""
        placement = options.position
        rows = placement.rows if placement else options.rows or USUAL_ROWS
        columns = placement.columns if placement else options.cols or USUAL_COLUMNS
        return (
            dimensions(rows, columns),
            *([_describe_placement(placement)] if placement else []),
            *(["misere: a player who captures loses"] if options.misere else []),
            *(["jumps can be blocked"] if options.jumpblock else []),
        )

    def start(self, options: Options) -> Position:
        """Returns the chosen position, or the default one for this size."""
        placement = options.position
        if placement is None:
            rows, columns = options.rows or USUAL_ROWS, options.cols or USUAL_COLUMNS
            corner, last_rank = rows * columns - 1, (rows - 1) * columns
            placement = Placement(0, rows, columns, (0, 1), (corner, last_rank + 1))
        return Position(placement, options.misere, options.jumpblock)

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move. The placement records it."""
        return position.placement.turn if _targets(position) else None

    def moves(self, position: Position) -> Iterator[int]:
        """Yields the moves rank by rank, from the first rank."""
        return iter(_targets(position))

    def count(self, position: Position) -> int:
        """Returns the number of squares on which the knight can land."""
        return len(_targets(position))

    def play(self, position: Position, move: int) -> Position:
        """Returns the position with the knight on the square, where it may capture a piece."""
        (turn, rows, columns, kings, (white, black)), misere, jumpblock, _ = position
        knights = (white, move) if turn else (move, black)
        return Position(Placement(1 - turn, rows, columns, kings, knights), misere, jumpblock)

    def leave(self, position: Position, seat: int) -> Position:
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result. A capture, a lack of moves or a player who leaves decides it."""
        if _targets(position):
            return None
        if position.left is not None:
            return Outcome.won_by(
                1 - position.left, f"{self.seats[position.left].name} left the game"
            )
        captor = _captor(position.placement)
        winner = 1 - position.placement.turn if captor is None else captor
        reason = self._reason(position.placement, captor)
        return Outcome.won_by(1 - winner if position.misere else winner, reason)

    def read(self, position: Position, text: str) -> int:
        """Reads a move such as `e3`, `f5-e3`, `f5e3`, `Ne3`, `to e3` or `White to e3`."""
        found = MOVE.fullmatch(" ".join(text.lower().split()))
        if not found:
            raise self.unreadable(text, "e3")
        self.check_ongoing(position)
        colour, origin, target = found.groups()
        self._check_mover(position.placement, colour, origin)
        return self._check(position, target)

    def write(self, position: Position, move: int) -> str:
        """Returns the move as `e3`."""
        return _name(position.placement.columns, move)

    def diagram(self, position: Position) -> Diagram:
        """Returns the diagram with `WK`, `BK`, `WN`, `BN`.

        Its note is the position as players type it.
        """
        _, rows, columns, _, _ = placement = position.placement
        pieces = _pieces(placement)
        layer = Layer(
            columns=tuple(file_name(column) for column in range(columns)),
            rows=tuple(str(row + 1) for row in reversed(range(rows))),
            cells=tuple(
                tuple(
                    self._cell(columns, pieces, square) for square in range(first, first + columns)
                )
                for first in range((rows - 1) * columns, -1, -columns)
            ),
        )
        written = write_placement(placement)
        is_over = self.to_move(position) is None
        note = f"This position: {written}" if is_over else f"{FROM_HERE}: -position={written}"
        return Diagram((layer,), text_notes=(note,))

    def describe_move(self, position: Position, move: int) -> str:
        """Returns a predicate such as "moved to e3", with the piece that the move captures."""
        victim = 1 - position.placement.turn
        pieces = {
            position.placement.kings[victim]: "king",
            position.placement.knights[victim]: "knight",
        }
        captured = f" and captures the {pieces[move]}" if move in pieces else ""
        return f"moves {self.write(position, move)}{captured}."

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the square of the knight that can't move."""
        placement = position.placement
        captured = _captor(placement) is not None
        if _targets(position) or captured or position.left is not None:
            return ()
        return (_name(placement.columns, placement.knights[placement.turn]),)

    def movement(self, position: Position) -> Movement:
        """Returns the knight's jumps, each with the squares on which a piece blocks it."""
        columns, kings = position.placement.columns, position.placement.kings
        return Movement(
            leaps=tuple(
                (leap, *(_blockers(*leap) if position.jumpblock else ())) for leap in KNIGHT
            ),
            still=frozenset(_name(columns, king) for king in kings),
            takes=True,
        )

    def likeness(self, position: Position) -> tuple[int, ...]:
        """Returns the rules and the least symmetric image of the pieces, by turn."""
        (turn, rows, columns, kings, knights), misere, jumpblock, _ = position
        pieces = (*_by_turn(turn, kings), *_by_turn(turn, knights))
        image = least_image(rows, columns, *(1 << square for square in pieces))
        return misere, jumpblock, *image

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions before each jump that may have been the last move."""
        placement, other = position.placement, 1 - position.placement.turn
        _, rows, columns, kings, knights = placement
        for square in bits(leaps(columns, rows)[knights[other]]):
            if square not in (*kings, *knights):
                before = (knights[0], square) if other else (square, knights[1])
                moved = placement._replace(turn=other, knights=before)
                yield position._replace(placement=moved)

    def _check_size(self, rows: int, columns: int) -> None:
        if max(rows, columns) > self.largest:
            raise IllegalError(
                f"{rows} rows and {columns} columns are too many. The maximum is "
                f"{self.largest} rows and {self.largest} columns."
            )

    def _check_start(self, options: Options) -> None:
        start = self.start(options)
        _, rows, columns, kings, knights = start.placement
        square, most = Counter((*kings, *knights)).most_common(1)[0]
        if most > 1:
            raise IllegalError(
                f"Two pieces are on {_name(columns, square)}. Give four different squares."
            )
        outcome = self.outcome(start)
        if outcome:
            size = f"on {rows} rows and {columns} columns"
            what = f"The standard start {size}" if options.position is None else "That position"
            raise IllegalError(f"{what} ends the game before it begins: {outcome.reason}.")

    def _check_mover(self, placement: Placement, colour: str | None, origin: str | None) -> None:
        mover = self.seats[placement.turn].name
        own = _name(placement.columns, placement.knights[placement.turn])
        if colour and colour != mover.lower():
            raise IllegalError(f"It is {mover}'s turn, not {colour.capitalize()}'s.")
        if origin and origin != own:
            raise IllegalError(f"{mover}'s knight is on {own}, not on {origin}.")

    def _check(self, position: Position, target: str) -> int:
        turn, rows, columns, kings, knights = position.placement
        square = _on_board(_without_n(target, columns), rows, columns)
        name, own = _name(columns, square), knights[turn]
        if square == own:
            raise IllegalError(f"Your knight is already on {name}.")
        if square == kings[turn]:
            raise IllegalError(f"Your own king is on {name}.")
        jump = next((jump for jump in _jumps(rows, columns, own) if jump.target == square), None)
        if jump is None:
            raise IllegalError(f"{_name(columns, own)} to {name} isn't a knight's move.")
        if square not in _targets(position):
            pieces = (*kings, *knights)
            blocking = jump.along if jump.along in pieces else jump.diagonal
            raise IllegalError(
                f"The jump to {name} is blocked by the piece on {_name(columns, blocking)}."
            )
        return square

    def _cell(self, columns: int, pieces: dict[int, tuple[int, str]], square: int) -> Cell:
        name = _name(columns, square)
        if square not in pieces:
            return Cell(name, ".")
        seat, kind = pieces[square]
        sign = self.seats[seat].sign + ("K" if kind == "king" else "N")
        return Cell(name, sign, f"{self.seats[seat].name.lower()} {kind}", seat, piece=True)

    def _reason(self, placement: Placement, captor: int | None) -> str:
        if captor is None:
            return f"{self.seats[placement.turn].name} couldn't move"
        kind = "king" if placement.knights[captor] == placement.kings[1 - captor] else "knight"
        return f"{self.seats[captor].name} captured {self.seats[1 - captor].name}'s {kind}"


class Jump(NamedTuple):
    """A knight's jump, with the two squares next to the knight on which a piece can block it."""

    target: int
    along: int
    """The square one step along the long leg of the jump."""
    diagonal: int
    """The square one step diagonally toward the target."""


@lru_cache(maxsize=1 << 14)
def _jumps(rows: int, columns: int, square: int) -> tuple[Jump, ...]:
    """Returns the jumps from one square.

    They are computed on demand because a table for a large board would take too long.
    """
    row, column = divmod(square, columns)
    jumps = (
        Jump(*(square + down * columns + across for across, down in (leap, *_blockers(*leap))))
        for leap in KNIGHT
        if 0 <= column + leap[0] < columns and 0 <= row + leap[1] < rows
    )
    return tuple(sorted(jumps))


def _blockers(dx: int, dy: int) -> tuple[tuple[int, int], tuple[int, int]]:
    across, down = dx // abs(dx), dy // abs(dy)
    along = (across, 0) if abs(dx) == 2 else (0, down)
    return along, (across, down)


def _targets(position: Position) -> list[int]:
    """Returns the squares on which the player to move can land.

    Once the game is over there are none.
    """
    placement, _, jumpblock, left = position
    turn, rows, columns, kings, knights = placement
    if left is not None or _captor(placement) is not None:
        return []
    own_king, jumps = kings[turn], _jumps(rows, columns, knights[turn])
    if not jumpblock:
        return [target for target, _, _ in jumps if target != own_king]
    pieces = (*kings, *knights)
    return [
        target
        for target, along, diagonal in jumps
        if target != own_king and along not in pieces and diagonal not in pieces
    ]


def _captor(placement: Placement) -> int | None:
    """Returns the seat whose knight shares a square with an opposing piece, or None."""
    turn, _, _, kings, knights = placement
    mover = 1 - turn
    if knights[mover] in (kings[turn], knights[turn]):
        return mover
    return turn if knights[turn] == kings[mover] else None


def _pieces(placement: Placement) -> dict[int, tuple[int, str]]:
    """Returns the piece on each square.

    If two pieces share a square, returns the capturing piece.
    """
    captor = _captor(placement)
    last = 1 if captor is None else captor
    standing = {placement.kings[seat]: (seat, "king") for seat in (0, 1)}
    return standing | {placement.knights[seat]: (seat, "knight") for seat in (1 - last, last)}


def _check_room(rows: int, columns: int) -> None:
    if rows < 2 or columns < 3:
        raise IllegalError(
            f"{rows} by {columns} is too small for the standard start. It needs at least 2 rows "
            "and 3 columns."
        )


def _on_board(name: str, rows: int, columns: int) -> int:
    column, row = read_square(name) or (-1, -1)
    if not (0 <= column < columns and 0 <= row < rows):
        extent = f"Its files are a to {file_name(columns - 1)}; its ranks are 1 to {rows}."
        raise IllegalError(f"{name} isn't on the board. {extent}")
    return row * columns + column


def _without_n(name: str, columns: int) -> str:
    """Returns `e3` for `ne3`, unless the board is wide enough to have a file "ne"."""
    column, _ = read_square(name) or (0, 0)
    is_knight = name[0] == "n" and column >= columns and read_square(name[1:])
    return name[1:] if is_knight else name


def _name(columns: int, square: int) -> str:
    row, column = divmod(square, columns)
    return square_name(column, row)


def _describe_placement(placement: Placement) -> str:
    """Returns the start as a phrase, such as `start: white king a1, knight f5; ...`."""
    names = [_name(placement.columns, at) for at in (*placement.kings, *placement.knights)]
    white, black = (f"king {names[seat]}, knight {names[seat + 2]}" for seat in (0, 1))
    begins = ("White", "Black")[placement.turn]
    return f"start: white {white}; black {black}; {begins} begins"


def _by_turn(turn: int, squares: tuple[int, int]) -> tuple[int, int]:
    """Returns the square of the player to move, followed by the square of the other player."""
    return squares[turn], squares[1 - turn]
