"""Havannah: build a ring, a bridge or a fork."""

from dataclasses import dataclass

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move
from pbm.game import Seat
from pbm.look import Style
from pbm.options import number

LETTERS = "abcdefghijklmnopqrs"
SMALLEST, USUAL, LARGEST = 3, 8, 10
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1))
Place = tuple[int, int]


@dataclass(frozen=True)
class Options:
    """The options of a game of Havannah."""

    size: int = number(USUAL, low=SMALLEST, high=LARGEST, help="cells on each side; default 8")


class Havannah(PlacementGame[Options]):
    """The rules of Havannah."""

    name = "havannah"
    title = "Havannah"
    family = "Connection"
    summary = "Build a ring, a bridge or a fork."
    spiel = "havannah"
    plies = 3 * LARGEST * (LARGEST - 1) + 2
    seats = (Seat("White", "o"), Seat("Black", "x"))
    signs = "O@"
    style = Style.HEXAGONS
    options = Options
    rules = """\
The board is a hexagon of hexagonal cells. White is the first player named, and moves first. White
and Black take turns putting a stone on an empty cell. Stones never move. You win if your stones
form one of these:

- a ring: a loop around at least one cell, which may be empty or occupied;
- a bridge: a chain that connects two of the six corners; or
- a fork: a chain that connects three of the six sides. Corners don't belong to sides.

If the board is full, the game is drawn.

To make the first move fair, the second player can answer it with "swap" and take over the first
stone. The first player moves next.

Moves: d4, a letter and a number. Or: swap."""
    notes = "Havannah was invented by Christian Freeling."
    example = ("-size=3", ("a1", "e5", "b1", "e4", "c1"))

    def describe_options(self, options: Options) -> tuple[str, ...]:
        return (f"{options.size} cells on each side",)

    def setup(self, options: Options) -> str:
        return f"havannah(board_size={options.size},swap=true)"

    def longest(self, options: Options) -> int:
        return 3 * options.size * (options.size - 1) + 2

    def columns(self, position: Position) -> str:
        return LETTERS[: 2 * _size(position) - 1]

    def rows(self, position: Position) -> tuple[str, ...]:
        return tuple(map(str, range(2 * _size(position) - 1, 0, -1)))

    def is_square(self, position: Position, square: str) -> bool:
        return super().is_square(position, square) and _is_cell(_place(square), _size(position))

    def occupied(self, position: Position) -> dict[str, int]:
        found = {}
        for row, line in enumerate(str(position.state).splitlines()[1:], 1):
            signs = [sign for sign in line if sign in "O@."]
            first = max(row - _size(position), 0)
            for column, sign in enumerate(signs, first):
                if sign in self.signs:
                    found[f"{LETTERS[column]}{row}"] = self.signs.index(sign)
        return found

    def write(self, position: Position, move: Move) -> str:
        """Returns a letter and a number, or `swap`."""
        square = super().write(position, move)
        may_swap = len(position.actions) == 1
        return "swap" if may_swap and square in self.occupied(position) else square

    def reason(self, position: Position, winner: int | None) -> str:
        if winner is None:
            return self.full_board_reason()
        size, own = _size(position), self.occupied(position)
        places = {_place(square) for square, seat in own.items() if seat == winner}
        last = position._replace(actions=position.actions[:-1])
        chain = _chain(_place(super().write(last, position.actions[-1:])), places)
        corners = sum(_borders(place, size) == 2 for place in chain)
        sides = {side for place in chain for side in _sides(place, size)}
        shape = "bridge" if corners > 1 else "fork" if len(sides) > 2 else "ring"
        return f"{self.seats[winner].name} has built a {shape}"


def _size(position: Position) -> int:
    return int(position.setup.partition("=")[2].partition(",")[0])


def _place(square: str) -> Place:
    return LETTERS.index(square[0]), int(square[1:]) - 1


def _is_cell(place: Place, size: int) -> bool:
    column, row = place
    return 0 <= column < 2 * size - 1 and 0 <= row < 2 * size - 1 and abs(column - row) < size


def _chain(start: Place, places: set[Place]) -> set[Place]:
    """Returns the places that are connected to one of them."""
    chain, waiting = {start}, [start]
    while waiting:
        column, row = waiting.pop()
        beside = {(column + right, row + down) for right, down in STEPS} & places - chain
        chain |= beside
        waiting += beside
    return chain


def _on_borders(place: Place, size: int) -> list[bool]:
    column, row = place
    most = 2 * size - 2
    return [
        column == 0,
        row == 0,
        column == most,
        row == most,
        column - row == size - 1,
        row - column == size - 1,
    ]


def _borders(place: Place, size: int) -> int:
    """Returns the number of sides that the place touches: 2 for a corner."""
    return sum(_on_borders(place, size))


def _sides(place: Place, size: int) -> list[int]:
    """Returns the sides to which the place belongs. A corner belongs to none."""
    touched = [side for side, there in enumerate(_on_borders(place, size)) if there]
    return touched if len(touched) == 1 else []
