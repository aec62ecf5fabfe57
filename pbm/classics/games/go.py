"""Go on boards of up to 19 rows, with area scoring."""

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbm.classics.areas import area_lead
from pbm.classics.go_sgf import (
    COLUMNS,
    LARGEST,
    NO_STONE,
    moves_of,
    placed_stones,
    read_size,
    sgf_point,
)
from pbm.classics.go_sgf import read_komi as sgf_komi
from pbm.classics.placement_games import PlacementGame
from pbm.classics.position import Position
from pbm.classics.selective_search import promising_move
from pbm.classics.spiel_game import Move
from pbm.classics.states import Actions
from pbm.errors import IllegalError, ParseError, UserError
from pbm.game import Seat
from pbm.options import number, text
from pbm.search.effort import Effort
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.standard_records.sgf_reader import is_same_result, recorded_sgf
from pbm.standard_records.sgf_writer import point, sgf_result, write_sgf

SMALLEST = 5
SGF_NUMBER = 1
"""The number of Go in SGF."""
KOMI, HANDICAP_KOMI = 7.5, 0.5
DECIMAL = re.compile(r"[0-9]{1,2}(\.[05])?")
SETUP = re.compile(r"go\(board_size=(\d+),komi=([\d.]+)\)")
PLACES = {
    2: "ab",
    3: "abd",
    4: "abcd",
    5: "abcde",
    6: "abcdfg",
    7: "abcdefg",
    8: "abcdfghi",
    9: "abcdefghi",
}
"""The points of handicap stones: corners `abcd`, center `e`, then the middles of the sides."""


def read_komi(value: str) -> float:
    """Returns the komi. Raises ParseError for other text."""
    if not DECIMAL.fullmatch(value):
        raise ParseError("-komi takes a number of points, such as -komi=6.5.")
    return float(value)


@dataclass(frozen=True)
class Options:
    """The options of a game of Go."""

    size: int = number(LARGEST, low=SMALLEST, high=LARGEST, help="rows and columns; default 19")
    handicap: int = number(0, low=0, high=9, help="number of Black's stones at the start")
    komi: float | None = text(
        "POINTS",
        help="points that White gets; default 7.5, or 0.5 with a handicap",
        read=read_komi,
        write="{:g}".format,
    )


class Go(PlacementGame[Options]):
    """The rules of Go."""

    name = "go"
    title = "Go"
    family = "Go and territory"
    aliases = ("weiqi", "baduk")
    summary = "Surround a larger area than your opponent."
    spiel = "go"
    plies = 2 * LARGEST**2
    seats = (Seat("Black", "x"), Seat("White", "o"))
    signs = "XO"
    drawn_by_agreement = True
    options = Options
    record_form = "sgf"
    rules = """\
Black is the first player named, and moves first. Black and White take turns putting a stone on an
empty point or passing. Stones that are next to each other in a row or a column form a group. A
group needs an empty point next to it. When you fill the last one, you capture the group: its stones
are removed. You can't put a stone where its group would have no empty point, unless it captures.
You can't immediately retake a single stone if that would repeat the position (ko).

The game ends when both players pass. Your score is the number of your stones on the board, plus the
number of empty points that only your stones surround. White also gets the komi. The higher score
wins. Dead stones count as alive, so capture them before you pass. This costs you nothing.

With a handicap, Black begins with 2 to 9 stones on the star points, and White moves first.

Moves: d4, a column and a row (there is no column i). Or: pass."""
    notes = """\
This is area scoring, as in Chinese rules. A move that repeats an earlier position in a longer cycle
(superko) is allowed, and ends the game in a draw. After twice as many moves as the board has
points, the game ends and is scored."""
    example = (
        "-size=5",
        ("c3", "c4", "b4", "d4", "d3", "b3", "b2", "a4", "pass", "b5", "c5", "pass", "pass"),
    )

    def resolve(self, options: Options, seed: int) -> Options:
        """Completes the komi. Raises UserError for a handicap that doesn't fit the board."""
        if options.handicap == 1:
            raise IllegalError(
                "A handicap must have 2 to 9 stones. Instead of one stone, use -komi=0.5."
            )
        if options.handicap > most_stones(options.size):
            raise IllegalError(
                f"On a board of {options.size} rows, a handicap can have at most "
                f"{most_stones(options.size)} stones."
            )
        usual = HANDICAP_KOMI if options.handicap else KOMI
        return options if options.komi is not None else dataclasses.replace(options, komi=usual)

    def describe_options(self, options: Options) -> tuple[str, ...]:
        handicap = (f"handicap {options.handicap}",) if options.handicap else ()
        komi = () if options.komi is None else (f"komi {options.komi:g}",)
        return (f"{options.size}x{options.size}", *handicap, *komi)

    def setup(self, options: Options) -> str:
        return f"go(board_size={options.size},komi={options.komi or 0.0:.1f})"

    def opening(self, options: Options) -> Actions:
        """Returns the handicap stones, with passes of White between them."""
        if not options.handicap:
            return ()
        pass_action = options.size**2
        stones = handicap_points(options.size, options.handicap)
        return tuple(action for stone in stones for action in (stone, pass_action))[:-1]

    def longest(self, options: Options) -> int:
        return 2 * options.size**2

    def columns(self, position: Position) -> str:
        return COLUMNS[: _size(position)]

    def rows(self, position: Position) -> tuple[str, ...]:
        return tuple(map(str, range(_size(position), 0, -1)))

    def board_text(self, position: Position) -> str:
        size = _size(position)
        lines = str(position.state).split("\n")[2 : 2 + size]
        return "".join(line.split()[1] for line in lines)

    def write(self, position: Position, move: Move) -> str:
        """Returns a column and a row, or `pass`."""
        size = _size(position)
        if move[0] == size**2:
            return NO_STONE
        row, column = divmod(move[0], size)
        return f"{COLUMNS[column]}{row + 1}"

    def why_illegal(self, position: Position, key: str) -> str:
        return super().why_illegal(position, key) or (
            f"A stone on {key} would leave its group without an empty point next to it, or would "
            "immediately retake a ko."
        )

    def notes_on(self, position: Position) -> Iterator[str]:
        if position.actions[-1:] == (_size(position) ** 2,) and len(position.actions) > 1:
            yield "The last move was a pass. If the next move is also a pass, the game ends."

    def score(self, position: Position) -> tuple[float, float]:
        """Returns the points of Black and of White: stones, surrounded points, and komi."""
        size, board = _size(position), self.board_text(position)
        points = [board.count("X"), board.count("O")]
        unseen = {point for point, sign in enumerate(board) if sign == "+"}
        while unseen:
            region, border = _region(board, size, unseen)
            if len(border) == 1:
                points[self.signs.index(border.pop())] += region
        return float(points[0]), points[1] + _komi(position)

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record in SGF, where rows are counted from the top."""
        size, options = facts.options.size, facts.options
        colors = "WB" if options.handicap else "BW"
        moves = ((colors[ply % 2], sgf_point(move, size)) for ply, move in enumerate(facts.moves))
        stones = [] if not options.handicap else list(handicap_points(size, options.handicap))
        placed = "".join(f"[{point(stone % size, size - 1 - stone // size)}]" for stone in stones)
        more = f"RU[Chinese]KM[{options.komi:g}]"
        more += f"HA[{options.handicap}]AB{placed}" if stones else ""
        return write_sgf(facts, SGF_NUMBER, size, moves, more)

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game in SGF, or None if it is another game than Go.

        Players of real games agree on dead stones. If our score differs from theirs, the record's
        last passes are left out, and its result is kept.
        """
        if notated.tag("GM") not in ("", str(SGF_NUMBER)):
            return None
        options = self._sgf_options(notated)
        placed = () if options.handicap else placed_stones(notated, options.size)
        moves = tuple(moves_of(notated, options.size, placed))
        game = recorded_sgf(notated, options, moves)
        scored = self._score_after(options, moves)
        if not scored or not game.result.places or is_same_result(game.result.text, scored):
            return game
        return dataclasses.replace(game, moves=_without_passes(moves))

    def _sgf_options(self, notated: NotatedGame) -> Options:
        """Returns the options. The stones of an unusual handicap are moves of Black."""
        size, komi = read_size(notated, SMALLEST), sgf_komi(notated)
        stones = set(placed_stones(notated, size))
        is_usual = 2 <= len(stones) <= most_stones(size) and stones == {
            f"{COLUMNS[action % size]}{action // size + 1}"
            for action in handicap_points(size, len(stones))
        }
        return Options(size, len(stones) if is_usual else 0, komi)

    def _score_after(self, options: Options, moves: tuple[str, ...]) -> str:
        """Returns the result of a game that ends with two passes, as in SGF, or ""."""
        if moves[-2:] != (NO_STONE, NO_STONE):
            return ""
        position = self.start(options)
        try:
            for text in moves:
                position = self.play(position, self.read(position, text))
        except UserError:  # The import shows which move is wrong.
            return ""
        outcome = self.outcome(position)
        return sgf_result(outcome.places, outcome.reason) if outcome else ""

    def choose(self, position: Position, effort: Effort) -> Move:
        return promising_move(area_lead, position, [*self.moves(position)], effort)

    def reason(self, position: Position, winner: int | None) -> str:
        black, white = self.score(position)
        if winner is not None:
            return f"{self.seats[winner].name} wins by {_points(abs(black - white))}"
        if black == white:
            return f"both players have {black:g} points"
        return "the last move repeated an earlier position (superko)"


def most_stones(size: int) -> int:
    """Returns the maximum number of handicap stones."""
    if size < 7:
        return 0
    return 9 if size % 2 else 4


def handicap_points(size: int, stones: int) -> Iterator[int]:
    """Yields the actions of the handicap stones."""
    near = 2 if size < 13 else 3
    far, middle = size - 1 - near, size // 2
    corners = {"a": (far, far), "b": (near, near), "c": (far, near), "d": (near, far)}
    sides = {
        "e": (middle, middle),
        "f": (middle, near),
        "g": (middle, far),
        "h": (near, middle),
        "i": (far, middle),
    }
    for name in PLACES[stones]:
        row, column = (corners | sides)[name]
        yield row * size + column


def _without_passes(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the moves before the passes at the end."""
    last = next((ply for ply in range(len(moves), 0, -1) if moves[ply - 1] != NO_STONE), 0)
    return moves[:last]


def _region(board: str, size: int, unseen: set[int]) -> tuple[int, set[str]]:
    """Removes a region of empty points. Returns its size, and the colors next to it."""
    waiting, count, border = [unseen.pop()], 0, set[str]()
    while waiting:
        point = waiting.pop()
        count += 1
        for beside in _beside(point, size):
            if board[beside] != "+":
                border.add(board[beside])
            elif beside in unseen:
                unseen.remove(beside)
                waiting.append(beside)
    return count, border


def _beside(point: int, size: int) -> Iterator[int]:
    row, column = divmod(point, size)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= row + down < size and 0 <= column + right < size:
            yield (row + down) * size + column + right


def _size(position: Position) -> int:
    return int(SETUP.fullmatch(position.setup)[1])  # type: ignore[index]


def _komi(position: Position) -> float:
    return float(SETUP.fullmatch(position.setup)[2])  # type: ignore[index]


def _points(number: float) -> str:
    return f"{number:g} point{'' if number == 1 else 's'}"
