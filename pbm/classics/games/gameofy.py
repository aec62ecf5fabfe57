"""The game of Y: connect all three sides of a triangle."""

from dataclasses import dataclass

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.game import Seat
from pbm.look import Style
from pbm.options import number

LETTERS = "abcdefghijklmnopqrs"
SMALLEST, USUAL, LARGEST = 3, 13, 19


@dataclass(frozen=True)
class Options:
    """The options of a game of Y."""

    size: int = number(USUAL, low=SMALLEST, high=LARGEST, help="cells on each side; default 13")


class GameOfY(PlacementGame[Options]):
    """The rules of Y."""

    name = "gameofy"
    title = "Game of Y"
    family = "Connection"
    summary = "Connect all three sides of the board."
    spiel = "y"
    plies = LARGEST * (LARGEST + 1) // 2
    seats = (Seat("White", "o"), Seat("Black", "x"))
    signs = "O@"
    style = Style.HEXAGONS
    options = Options
    rules = """\
The board is a triangle of hexagonal cells. White is the first player named, and moves first. White
and Black take turns putting a stone on an empty cell. Stones never move. If your stones connect all
three sides of the board, you win. A corner belongs to both sides that meet there.

Moves: d4, a letter and a number."""
    notes = """\
There are no draws. The first move is a large advantage, because the second player can't take over
the first stone. For a fair match, play two games with the seats swapped: challenge with -pair."""
    example = ("-size=3", ("b1", "a1", "b2", "c1", "a3"))

    def describe_options(self, options: Options) -> tuple[str, ...]:
        return (f"{options.size} cells on each side",)

    def setup(self, options: Options) -> str:
        return f"y(board_size={options.size})"

    def longest(self, options: Options) -> int:
        return options.size * (options.size + 1) // 2

    def columns(self, position: Position) -> str:
        return LETTERS[: _size(position)]

    def rows(self, position: Position) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in range(_size(position)))

    def is_square(self, position: Position, square: str) -> bool:
        is_inside = super().is_square(position, square)
        return is_inside and LETTERS.index(square[0]) + int(square[1:]) <= _size(position)

    def occupied(self, position: Position) -> dict[str, int]:
        found = {}
        for row, line in enumerate(str(position.state).splitlines()[1:], 1):
            signs = [sign for sign in line if sign in "O@."]
            for column, sign in enumerate(signs):
                if sign in self.signs:
                    found[f"{LETTERS[column]}{row}"] = self.signs.index(sign)
        return found

    def reason(self, position: Position, winner: int | None) -> str:
        return f"{self.seats[winner or 0].name} has connected all three sides"


def _size(position: Position) -> int:
    return int(position.setup.partition("=")[2].rstrip(")"))
