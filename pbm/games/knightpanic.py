"""Knight Panic (Cameron Browne, 2009): trap one of the opponent's knights.

A set of places is an integer with one bit per place. On a board of size n, level k has the n*n bits
from k*n*n on, and all levels have the same row length. A place therefore rests on the bits n*n,
n*n-1, ... below it, and one shift finds all supported or pinned places on every level at once.
"""

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from pbm.diagram import Cell, Diagram, Layer
from pbm.errors import IllegalError
from pbm.game import Game, Movement, Outcome, Seat
from pbm.geometry.bit_sets import KNIGHT, bits, mask_of, squares_of
from pbm.geometry.squares import file_name, square_name
from pbm.geometry.symmetry import least_image
from pbm.options import choice, number
from pbm.process.computed_once import computed_once
from pbm.wording import counted, dimensions, listing

SMALLEST, LARGEST = 4, 13
FLAT_LEAP = {(2, 4)}
STEP_LEAP = {(1, 3), (3, 3), (1, 5), (3, 5)}
"""The coordinate differences, smaller first, on one level and between neighbouring levels."""
MOVE = re.compile(r"([a-z])([0-9]{1,2})(?: *- *| +to +| *)([a-z])([0-9]{1,2})")
NOTE = (
    "Capitals are pinned pieces: they support a piece above and can't move. A dot is a free "
    "square. A dash is a square that isn't supported yet."
)
"""The note that explains the 3D diagram."""
_WinReasons = tuple[str, str]
_Targets = dict[int, int]
"""The places within reach of each piece, as sets of bits."""


@dataclass(frozen=True)
class Options:
    """The options of a game. `resolve` fills in `pinned` and `extra`."""

    size: int = number(SMALLEST, low=SMALLEST, high=LARGEST, help="rows and columns; default 4")
    space: str = choice(
        {
            "2d": "on a flat board (the default)",
            "3d": "a piece can stand on four others that form a square",
        },
        default="2d",
    )
    tie: str = choice(
        {
            "mover_wins": "if a move gives both players a win, the mover wins (the default)",
            "mover_loses": "if a move gives both players a win, the mover loses",
        },
        default="mover_wins",
    )
    pinned: str | None = choice(
        {
            "win_no_move": "3D: if all of your pieces are pinned, you win (the default)",
            "lose_no_move": "3D: if all of your pieces are pinned, you lose",
        },
        default=None,
    )
    extra: int | None = number(
        None,
        low=0,
        high=LARGEST - 1,
        help="extra rows of pieces; default 0 for size 4, 1 for size 5, 2 for larger sizes",
    )


@dataclass(frozen=True, eq=False)
class Board:
    """The geometry of a board without pieces."""

    size: int
    levels: int
    names: dict[int, str]
    """The coordinates of each place. Places in one column share them."""
    columns: dict[str, tuple[int, ...]]
    """The places with the same coordinates, lowest level first."""
    seen: dict[int, int]
    """For each place, a set with its cell on a grid with twice the board's resolution. The grid
    shows all levels from above: each level is offset by half a square, which is one cell.
    """
    attacks: dict[int, int]
    """The places a leap away from each place, without places that would rest on the leaping piece's
    own square.
    """
    ground: int
    upper: int


class Position(NamedTuple):
    """A position: the sets of places occupied by White and Black."""

    board: Board
    options: Options
    sides: tuple[int, int]
    turn: int
    left: int | None = None
    """The seat that resigned or forfeited."""


class Move(NamedTuple):
    """A move from one place to another."""

    origin: int
    target: int


class KnightPanic(Game[Position, Move, Options]):
    """The rules of Knight Panic, flat and stacking."""

    name = "knightpanic"
    title = "Knight Panic"
    family = "Knights"
    aliases = ("panic",)
    summary = "Trap any one of your opponent's knights."
    seats = (Seat("White", "o"), Seat("Black", "x"))
    paired = True
    drawn_by_agreement = True
    options = Options
    rules = """\
White (o) starts on row 1, and Black (x) on the opposite row. White is the first player named, and
moves first. On your turn, make a knight's move with one of your pieces to an empty square. Nothing
is captured. You win when any one of your opponent's pieces has no legal move. If one move leaves a
piece of each player without a move, the player who moved wins (-mover_wins, the default) or loses
(-mover_loses).

Moves: a1-c5. You can also write a1c5, "a1 c5" or "a1 to c5". Capitals don't matter.

Files are a, c, e, g ... and ranks are 1, 3, 5, 7 ... The letters and numbers in between belong to
the 3D game. So a1-c5 goes one file and two ranks: a plain knight's move.

3D (-3d): a piece can also stand on four pieces of any color that fill a 2x2 block of squares on one
level. For example, b2 is the square above a1, c1, a3 and c3. A piece that supports another is
pinned. It can't move, but this doesn't end the game. If all of your pieces are pinned, you win
(-win_no_move, the default) or lose (-lose_no_move). You don't type the level. The topmost piece on
the first square moves. It lands on the second square, on the lowest level that is free and
supported. In diagrams of 3D games, capitals are pinned pieces, "." is a square where a piece could
stand now, and "-" is a square that isn't supported by four pieces yet.

Extra rows: on boards larger than 4x4, each player also has extra rows of pieces in front of the
full row. -extra=N changes their number. The first extra row has N pieces at each end, the next has
N-1, and so on."""
    notes = """\
Rulings. The original rules don't explain how a knight moves between levels. On this server, a move
within a level changes the coordinates by 2 and 4. To go up a level, a piece makes a knight's move
to one of the four pieces that support its target, and steps up onto all four. To go down, it does
the reverse. So these moves change the coordinates by 1 and 3, 3 and 3, 1 and 5, or 3 and 5. The
level changes by at most one, and a piece can't stand on itself. The original program has no extra
rows. The original text describes them for boards up to 7x7. On larger boards, their pattern is our
own. The original rules have no draws. Because a game can continue forever, players on this server
can agree on a draw ("help offers").

Known results. The author of the game wondered whether perfect play continues forever. On the 4x4
board in 2D, it doesn't: Black wins by move 10 under either mover rule. On the 4x4 board in 3D
without extra rows, it does: neither player can force a win, under any rule. On 5x5 and 6x6 in 2D,
White wins by move 3, and on 7x7 by move 7. On 5x5 in 2D without extra rows, White wins by move 15.
On 5x5 in 3D, White wins by move 11 with -mover_wins, and by move 9 with -mover_loses. These
numbers count the moves of both players."""
    example = (
        "-size=4",
        ("a1-e3", "g7-c5", "g1-e5", "e7-a5", "c1-g3", "a7-c3", "e5-g1", "a5-c1", "e1-a3", "c1-e5"),
    )

    def resolve(self, options: Options, seed: int) -> Options:
        """Fills in the default extra pieces and the default pinning rule."""
        extra = _usual_extra(options.size) if options.extra is None else options.extra
        _check_extra(options.size, extra)
        settled = dataclasses.replace(options, extra=extra, pinned=_pinning(options))
        self._check_start(settled)
        return settled

    def aim(self, options: Options) -> str:
        """Returns the aim. It depends on the pinning rule of the 3D game."""
        pinned = {
            "win_no_move": ", or have all of your own pieces pinned",
            "lose_no_move": ", and don't let all of your own pieces be pinned",
        }
        more = pinned.get(_pinning(options) or "", "")
        return f"Leave any one of your opponent's pieces without a move{more}."

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the size and the space, followed by any unusual rules and rows."""
        unusual = {
            "the mover loses if a move gives both players a win": options.tie == "mover_loses",
            "a player whose pieces are all pinned loses": options.pinned == "lose_no_move",
            _extra_rows(options.extra): options.extra not in (None, _usual_extra(options.size)),
        }
        space = "flat" if options.space == "2d" else "3D"
        return (
            dimensions(options.size, options.size),
            space,
            *(words for words, differs in unusual.items() if differs),
        )

    def start(self, options: Options) -> Position:
        """Returns White's pieces on row 1 with the extra ones, and their mirror image for Black."""
        return _start(options)

    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move. White moves first."""
        return None if self.outcome(position) else position.turn

    def moves(self, position: Position) -> Iterator[Move]:
        """Yields the moves sorted by origin, then by target, lowest place first."""
        for origin, targets in _own_targets(position).items():
            yield from _moves(origin, targets)

    def count(self, position: Position) -> int:
        """Returns the number of places within reach of the pieces."""
        return sum(map(int.bit_count, _own_targets(position).values()))

    def play(self, position: Position, move: Move) -> Position:
        board, options, (white, black), turn, _ = position
        origin, target = move
        moved = 1 << origin | 1 << target
        sides = (white, black ^ moved) if turn else (white ^ moved, black)
        return Position(board, options, sides, 1 - turn)

    def leave(self, position: Position, seat: int) -> Position:
        return position._replace(left=seat)

    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result. A trapped knight, pinned pieces or a player who leaves decides it."""
        if position.left is not None:
            return Outcome.won_by(
                1 - position.left, f"{self.seats[position.left].name} left the game"
            )
        reasons = _win_reasons(position)
        if reasons is None:
            return None
        return self._settle(position, reasons)

    def read(self, position: Position, text: str) -> Move:
        """Reads a move such as `a1-c5`, `a1c5`, `a1 c5` or `a1 to c5`."""
        found = MOVE.fullmatch(text.strip().lower())
        if not found:
            raise self.unreadable(text, "a1-c5")
        self.check_ongoing(position)
        origin, target = f"{found[1]}{int(found[2])}", f"{found[3]}{int(found[4])}"
        return self._find(position, origin, target)

    def write(self, position: Position, move: Move) -> str:
        """Returns the move as `a1-c5`."""
        names = position.board.names
        return f"{names[move.origin]}-{names[move.target]}"

    def mover_square(self, position: Position, move: Move) -> str:
        """Returns the square of the move's origin."""
        return position.board.names[move.origin]

    def diagram(self, position: Position) -> Diagram:
        """Returns one layer for each level that is occupied or that a piece can move to."""
        board = position.board
        occupied = position.sides[0] | position.sides[1]
        used = occupied | landing_places(board, occupied)
        top = (used.bit_length() - 1) // board.size**2 if position.options.space == "3d" else 0
        layers = tuple(self._layer(position, level) for level in range(top + 1))
        return Diagram(layers, text_notes=(NOTE,) if position.options.space == "3d" else ())

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the places of pieces without a move, and all places of a pinned side."""
        if self.outcome(position) is None or position.left is not None:
            return ()
        return tuple(position.board.names[place] for place in sorted(_ending(position)))

    def likeness(self, position: Position) -> tuple[str | int, ...]:
        """Returns the rules and the least symmetric image of the pieces, by turn and level."""
        board, options, sides, turn, _ = position
        rules = options.space, options.tie, _pinning(options) or ""
        width = 2 * board.size - 1
        levels = (
            sum(map(board.seen.__getitem__, squares_of(pieces & _level(board, level))))
            for pieces in (sides[turn], sides[1 - turn])
            for level in range(board.levels)
        )
        return *rules, *least_image(width, width, *levels)

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions before each move that the last mover may have made."""
        board, _, sides, turn, _ = position
        empty, moved = ~(sides[0] | sides[1]), sides[1 - turn]
        for place in bits(moved):
            for origin in bits(board.attacks[place] & empty):
                before = moved ^ (1 << place | 1 << origin)
                both = (before, sides[1]) if turn else (sides[0], before)
                yield position._replace(sides=both, turn=1 - turn)

    def movement(self, position: Position) -> Movement:
        """Returns the knight's leaps. In 3D they include leaps between neighboring levels."""
        flat = tuple((leap,) for leap in KNIGHT)
        if position.options.space == "2d":
            return Movement(flat, any_stuck=True)
        labels = range(2 * position.board.size - 1)
        return Movement(
            leaps=(*flat, *_level_leaps()),
            any_stuck=True,
            levels=position.board.size,
            columns=tuple(map(file_name, labels)),
            rows=tuple(str(label + 1) for label in reversed(labels)),
        )

    def _check_start(self, options: Options) -> None:
        start = _start(options)
        stuck = [piece for targets in targets_by_side(start) for piece in _stuck(targets)]
        if stuck:
            place = start.board.names[stuck[0]]
            raise IllegalError(
                f"-extra={options.extra} is impossible on a board of size {options.size}: "
                f"the piece on {place} would have no move at the start."
            )

    def _settle(self, position: Position, reasons: "_WinReasons") -> Outcome:
        winner = next(seat for seat in (0, 1) if reasons[seat])
        reason = reasons[winner]
        if reasons[0] and reasons[1]:
            mover = 1 - position.turn
            winner = mover if position.options.tie == "mover_wins" else 1 - mover
            reason = f"{reasons[0]} and {reasons[1]}, so the mover "
            reason += "wins" if winner == mover else "loses"
        return Outcome.won_by(winner, reason)

    def _find(self, position: Position, origin: str, target: str) -> Move:
        board = position.board
        for name in (origin, target):
            if name not in board.columns:
                raise IllegalError(f"There is no square {name} on this board. {_extent(position)}")
        occupied = position.sides[0] | position.sides[1]
        piece = self._own_piece(position, origin, occupied)
        leaps = board.attacks[piece]
        reached = [place for place in board.columns[target] if leaps >> place & 1]
        if not reached:
            raise IllegalError(f"{origin} to {target} isn't a knight's move.")
        landing = landing_places(board, occupied)
        free = [place for place in reached if landing >> place & 1]
        if not free:
            taken = any(occupied >> place & 1 for place in reached)
            unsupported = "wouldn't be supported by four pieces once your piece has left"
            raise IllegalError(f"{target} {'is taken' if taken else unsupported}.")
        return Move(piece, free[0])

    def _own_piece(self, position: Position, name: str, occupied: int) -> int:
        standing = [place for place in position.board.columns[name] if occupied >> place & 1]
        if not standing:
            raise IllegalError(f"There is no piece on {name}.")
        piece = standing[-1]
        if not position.sides[position.turn] >> piece & 1:
            raise IllegalError(f"The piece on {name} is {self.seats[1 - position.turn].name}'s.")
        if pinned_pieces(position.board, occupied) >> piece & 1:
            raise IllegalError(f"The piece on {name} is pinned, because it supports another.")
        return piece

    def _layer(self, position: Position, level: int) -> Layer:
        width = position.board.size - level
        rows = range(width - 1, -1, -1)
        return Layer(
            columns=tuple(file_name(2 * column + level) for column in range(width)),
            rows=tuple(str(2 * row + level + 1) for row in rows),
            cells=tuple(
                tuple(self._cell(position, level, column, row) for column in range(width))
                for row in rows
            ),
            title=f"Level {level + 1}" if position.options.space == "3d" else "",
            raised=level > 0,
        )

    def _cell(self, position: Position, level: int, column: int, row: int) -> Cell:
        board = position.board
        place = _place(board.size, level, column, row)
        name = board.names[place]
        occupied = position.sides[0] | position.sides[1]
        if not occupied >> place & 1:
            open_now = landing_places(board, occupied) >> place & 1
            return (
                Cell(name, ".") if open_now else Cell(name, "-", marks=frozenset({"unsupported"}))
            )
        seat = 0 if position.sides[0] >> place & 1 else 1
        sign, colour = self.seats[seat].sign, self.seats[seat].name.lower()
        if pinned_pieces(board, occupied) >> place & 1:
            words = f"{colour} knight, pinned"
            return Cell(name, sign.upper(), words, seat, piece=True, marks=frozenset({"pinned"}))
        return Cell(name, sign, f"{colour} knight", seat, piece=True)


@computed_once
def _board(size: int, solid: bool) -> Board:
    levels = size if solid else 1
    places = {
        _place(size, level, column, row): (2 * column + level, 2 * row + level, level)
        for level in range(levels)
        for row in range(size - level)
        for column in range(size - level)
    }
    names = {place: square_name(x, y) for place, (x, y, _) in places.items()}
    columns: dict[str, tuple[int, ...]] = {}
    for place in sorted(places):
        columns[names[place]] = (*columns.get(names[place], ()), place)
    ground = mask_of(place for place in places if place < size * size)
    return Board(
        size=size,
        levels=levels,
        names=names,
        columns=columns,
        seen={place: 1 << y * (2 * size - 1) + x for place, (x, y, _) in places.items()},
        attacks=_attacks(places),
        ground=ground,
        upper=mask_of(places) & ~ground,
    )


def _place(size: int, level: int, column: int, row: int) -> int:
    return level * size * size + row * size + column


def _level(board: Board, level: int) -> int:
    """Returns the set of all places on a level."""
    area = board.size**2
    return (1 << area) - 1 << level * area


def _attacks(places: dict[int, tuple[int, int, int]]) -> dict[int, int]:
    """Returns the places one leap away from each place.

    `places`: the row, column and level of each place.
    """
    at = {coordinates: place for place, coordinates in places.items()}
    leaps = [
        (across, down, up)
        for distances, up in ((FLAT_LEAP, 0), (STEP_LEAP, 1), (STEP_LEAP, -1))
        for one, other in distances
        for dx, dy in ((one, other), (other, one))
        for across, down in product((dx, -dx), (dy, -dy))
    ]
    return {
        place: mask_of(
            at[target]
            for across, down, up in leaps
            if (target := (x + across, y + down, level + up)) in at
        )
        for place, (x, y, level) in places.items()
    }


def _level_leaps() -> Iterator[tuple[tuple[int, int, int]]]:
    """Yields the row, column and level differences of each leap to a neighboring level.

    Coordinates grow by 2 per square on a level, and by 1 from each level to the next.
    """
    ways = {(dx, dy) for one, other in STEP_LEAP for dx, dy in ((one, other), (other, one))}
    for (dx, dy), up in product(sorted(ways), (1, -1)):
        for across, down in product((dx, -dx), (dy, -dy)):
            yield (((down - up) // 2, (across - up) // 2, up),)


def landing_places(board: Board, occupied: Any) -> Any:
    """Returns the empty places that can hold a piece: on the ground, or on top of four pieces.

    If `occupied` is a NumPy array of sets, returns an array.
    """
    if not board.upper:
        return board.ground & ~occupied
    size = board.size
    squares = occupied & occupied >> 1 & occupied >> size & occupied >> size + 1
    return (board.ground | squares << size * size & board.upper) & ~occupied


def pinned_pieces(board: Board, occupied: Any) -> Any:
    """Returns the pieces that support other pieces.

    If `occupied` is a NumPy array of sets, returns an array.
    """
    size = board.size
    resting = (occupied & board.upper) >> size * size
    return resting | resting << 1 | resting << size | resting << size + 1


def targets_by_side(position: Position) -> tuple[_Targets, _Targets]:
    """Returns, for each side, the places within reach of each piece that isn't pinned."""
    board, _, (white, black), _, _ = position
    attacks, occupied = board.attacks, white | black
    landing, free = landing_places(board, occupied), ~pinned_pieces(board, occupied)
    return (
        {piece: attacks[piece] & landing for piece in squares_of(white & free)},
        {piece: attacks[piece] & landing for piece in squares_of(black & free)},
    )


@lru_cache(maxsize=1 << 13)
def _moves(origin: int, targets: int) -> tuple[Move, ...]:
    """Returns the moves of a piece. They are cached because the same few occur again and again."""
    return tuple(Move(origin, target) for target in bits(targets))


def _own_targets(position: Position) -> _Targets:
    """Returns the targets of the player to move. Once the game is over there are none."""
    white, black = targets_by_side(position)
    if not _goes_on(white, black) or position.left is not None:
        return {}
    return black if position.turn else white


def _goes_on(white: _Targets, black: _Targets) -> bool:
    """Whether both sides have pieces that aren't pinned, and all of these pieces can move."""
    return bool(white and black and all(white.values()) and all(black.values()))


def _stuck(targets: _Targets) -> list[int]:
    """Returns the pieces that have no move although they aren't pinned."""
    return [piece for piece, reached in targets.items() if not reached]


def _win_reasons(position: Position) -> _WinReasons | None:
    """Returns the reason for each seat's win, or None if nobody has won."""
    sides, reasons = targets_by_side(position), ["", ""]
    if _goes_on(*sides):  # This is by far the most common case.
        return None
    for seat, targets in enumerate(sides):
        stuck, side = _stuck(targets), KnightPanic.seats[seat].name
        if stuck:
            reasons[1 - seat] = f"{side}'s piece on {position.board.names[stuck[0]]} can't move"
        elif not targets:
            winner = seat if position.options.pinned == "win_no_move" else 1 - seat
            reasons[winner] = f"{side}'s pieces are all pinned"
    return (reasons[0], reasons[1]) if any(reasons) else None


def _ending(position: Position) -> Iterator[int]:
    """Yields the pieces that end the game: stuck pieces, and every piece of a pinned side."""
    for side, targets in zip(position.sides, targets_by_side(position), strict=True):
        yield from _stuck(targets) if targets else bits(side)


def _usual_extra(size: int) -> int:
    return min(size - SMALLEST, 2)


def _extra_rows(extra: int | None) -> str:
    return counted(extra, "extra row") if extra else "no extra rows"


def _pinning(options: Options) -> str | None:
    if options.space == "3d":
        return options.pinned or "win_no_move"
    if options.pinned:
        raise IllegalError(f"-{options.pinned} works only in the 3D game. Add -3d.")
    return None


def _check_extra(size: int, extra: int) -> None:
    most = size // 2 - 1
    if extra > most:
        raise IllegalError(
            f"-extra={extra} is impossible on a board of size {size}: the two sides would overlap. "
            f"The maximum is -extra={most}."
        )


@lru_cache(maxsize=256)
def _start(options: Options) -> Position:
    board = _board(options.size, options.space == "3d")
    size, extra = options.size, options.extra or 0
    white = mask_of(range(size))
    for row in range(1, extra + 1):
        for column in range(min(extra + 1 - row, size)):
            white |= 1 << row * size + column | 1 << row * size + size - 1 - column
    black = mask_of((size - 1 - place // size) * size + place % size for place in bits(white))
    return Position(board, options, (white, black), 0)


def _extent(position: Position) -> str:
    names = position.board.columns
    files = sorted({name[0] for name in names})
    ranks = sorted({int(name[1:]) for name in names})
    return f"Its files are {listing(files)}; its ranks are {listing([*map(str, ranks)])}."
