"""Hex: connect your two sides of the board."""

from dataclasses import dataclass

from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.game import Seat
from pbm.look import Style
from pbm.options import number
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.sgf_reader import check_turns, read_number, recorded_sgf
from pbm.standard_records.sgf_writer import alternating, write_sgf

LETTERS = "abcdefghijklmnopqrs"
SMALLEST, USUAL, LARGEST = 3, 11, 19
SGF_NUMBER, SGF_SWAP = 11, "swap-pieces"
"""The number of Hex in SGF, and the swap."""


@dataclass(frozen=True)
class Options:
    """The options of a game of Hex."""

    size: int = number(USUAL, low=SMALLEST, high=LARGEST, help="rows and columns; default 11")


class Hex(PlacementGame[Options]):
    """The rules of Hex."""

    name = "hex"
    title = "Hex"
    family = "Connection"
    summary = "Connect your two sides of the board."
    spiel = "hex"
    plies = LARGEST * LARGEST + 1
    seats = (Seat("Red", "x"), Seat("Blue", "o"))
    signs = "xo"
    style = Style.HEXAGONS
    sides = ("red", "blue", "red", "blue")
    options = Options
    record_form = "sgf"
    rules = """\
The board is a rhombus of hexagonal cells. The top and bottom sides belong to Red, and the left and
right sides to Blue. Red is the first player named, and moves first. Players take turns putting
a stone on an empty cell. Stones never move. If your stones connect your two sides, you win.

To make the first move fair, the second player can answer it with "swap". The first stone then
becomes the second player's, and is reflected across the long diagonal: a stone on c5 moves to e3.
The first player moves next.

Moves: d4, a column and a row. The cells next to e5 are d5, f5, e4, e6, f4 and d6. Or: swap."""
    notes = """\
There are no draws: when the board is full, exactly one player has connected their two sides."""
    example = ("-size=3", ("a1", "b2", "c1", "a3", "c2", "b3", "c3"))

    def describe_options(self, options: Options) -> tuple[str, ...]:
        return (f"{options.size}x{options.size}",)

    def setup(self, options: Options) -> str:
        return f"hex(board_size={options.size},swap=true)"

    def longest(self, options: Options) -> int:
        return options.size**2 + 1

    def columns(self, position: Position) -> str:
        return LETTERS[: _size(position)]

    def rows(self, position: Position) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in range(_size(position)))

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in SGF, where Black is the first player."""
        points = (SGF_SWAP if move == "swap" else move for move in facts.moves)
        return write_sgf(facts, SGF_NUMBER, facts.options.size, alternating(points))

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in SGF, or None if it is another game than Hex."""
        if notated.tag("GM") != str(SGF_NUMBER):
            return None
        check_turns(notated)
        size = read_number(notated, "SZ", USUAL, range(SMALLEST, LARGEST + 1))
        moves = ("swap" if text == SGF_SWAP else text for text in notated.texts)
        return recorded_sgf(notated, Options(size), tuple(moves))

    def reason(self, position: Position, winner: int | None) -> str:
        sides = ("top and bottom", "left and right")[winner or 0]
        return f"{self.seats[winner or 0].name} has connected {sides}"


def _size(position: Position) -> int:
    return int(position.setup.partition("=")[2].partition(",")[0])
