"""The protocol between the server and engines, taken from Mad Knights' source.

The server first sends an engine its color. On each turn of the engine, it sends these lines:

- for every player (r, g, b) the color, whether the player is still in the game (1 or 0), and the
  last move or `null`
- the rows of the board from the top
- the number of legal moves
- the legal moves, sorted

The engine answers with a square or `random`. Text after the first space is a comment. Knight's Duel
uses the same protocol, without the third player.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from pbm import games
from pbm.diagram import Cell
from pbm.errors import NotAllowedError, ParseError
from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.geometry.squares import read_pair, read_square, square_name
from pbm.randomness import below, numbers
from pbm.wording import listing

COLOURS = "rgb"
"""The colors by seat."""
MAX_COMMENT_LENGTH = 16
MAX_QUOTED_LENGTH = 40
"""Length at which unreadable text is cut in error messages."""
NO_MOVE = "null"
PROTOCOL_GAMES = ("madknights", "knightsduel")


def find_game(name: str) -> AnyGame:
    """Returns the game of this name. Raises NotAllowedError for games without this protocol."""
    game = games.find(name)
    if game.name not in PROTOCOL_GAMES:
        raise NotAllowedError(
            f"There is no protocol for {game.name}. Programs can play {listing(PROTOCOL_GAMES)}."
        )
    return game


@dataclass(frozen=True, slots=True)
class ProtocolTurn:
    """The data that an engine receives on its turn."""

    alive: tuple[bool, ...]
    """For each seat, whether the player is still in the game."""
    last: tuple[str | None, ...]
    """For each seat, the square of the last move."""
    rows: tuple[str, ...]
    """The rows from the top: `.` is open, `#` is closed, and a color is the knight of that color.
    """
    moves: tuple[str, ...]
    """The target squares of all legal moves, sorted by code point."""

    def write(self) -> str:
        """Returns the lines with their line ends. `read` is the inverse."""
        seats = zip(COLOURS, self.alive, self.last, strict=False)
        players = [f"{colour} {int(alive)} {last or NO_MOVE}" for colour, alive, last in seats]
        lines = (*players, *self.rows, str(len(self.moves)), *self.moves)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def read(cls, seats: int, next_line: Callable[[], str]) -> Self:
        """Returns the turn in these lines. `seats`: the number of seats of the game."""
        players = [_player(next_line()) for _ in range(seats)]
        rows = tuple(_rows(next_line))
        moves = tuple(next_line() for _ in range(_number(next_line())))
        alive, last = zip(*players, strict=True)
        return cls(alive, last, rows, moves)


@dataclass(frozen=True, slots=True)
class EngineReply:
    move: str
    """A square such as `e3`, or `random`."""
    comment: str = ""

    @classmethod
    def read(cls, line: str) -> Self:
        """Returns the reply in a line. Text after the first space is its comment."""
        move, _, comment = line.strip().partition(" ")
        return cls(move, comment.strip()[:MAX_COMMENT_LENGTH])

    def write(self) -> str:
        """Returns the line. `read` is the inverse."""
        return f"{self.move} {self.comment}".rstrip()


def turn_for(game: AnyGame, position: Any, last: Sequence[str | None]) -> ProtocolTurn:
    """Returns the turn of the player to move. `last`: the square of each seat's last move."""
    inside = game.remaining(position)
    alive = tuple(seat in inside for seat in range(len(game.seats)))
    [layer] = game.diagram(position).layers
    rows = tuple("".join(map(_sign, row)) for row in layer.cells)
    return ProtocolTurn(alive, tuple(last), rows, tuple(sorted(_moves(game, position))))


def read_move(game: AnyGame, position: Any, reply: EngineReply, seed: str) -> Any:
    """Returns the move of a reply. Raises UserError if it is illegal.

    `seed`: determines the move if the reply is `random`.
    """
    moves = _moves(game, position)
    if reply.move == "random":
        notations = sorted(moves)
        return moves[notations[below(len(notations), numbers(seed))]]
    if reply.move in moves:
        return moves[reply.move]
    if read_square(reply.move) is None:
        raise ParseError('expected a square such as e3, or "random"')
    return game.read(position, reply.move)


def random_move_seed(seed: int, ply: int) -> str:
    """Returns the seed for the random move number `ply`, counted from 1.

    Mad Knights uses the same seeds.
    """
    return f"{seed}:{ply}"


def scores(outcome: Outcome, failed: Sequence[int]) -> tuple[int, ...]:
    """Returns the scores by seat.

    Seats that failed score -1. All other seats score 0, 1, 2 and so on, and the best seat scores
    most.
    """
    seats = [seat for seat in range(len(outcome.places)) if seat not in failed]
    order = sorted(seats, key=lambda seat: -outcome.places[seat])
    return tuple(order.index(seat) if seat in order else -1 for seat in range(len(outcome.places)))


def square_of(game: AnyGame, position: Any, move: Any) -> str:
    """Returns a move in the notation of engines, such as `e3`."""
    return algebraic(game.write(position, move))


def algebraic(written: str) -> str:
    """Returns a move in canonical notation converted to the notation of engines."""
    pair = read_pair(written)
    return square_name(pair[0] - 1, pair[1] - 1) if pair else written


def _moves(game: AnyGame, position: Any) -> dict[str, Any]:
    return {square_of(game, position, move): move for move in game.moves(position)}


def _sign(cell: Cell | None) -> str:
    if cell and cell.piece and cell.seat is not None:
        return COLOURS[cell.seat]
    return "." if cell and cell.text == "." else "#"


def _player(line: str) -> tuple[bool, str | None]:
    match line.split():
        case [colour, ("0" | "1") as alive, last] if colour in COLOURS:
            return alive == "1", None if last == NO_MOVE else last
    raise ParseError(
        'Expected a player\'s line, such as "r 1 e3" or "g 1 null", not '
        f'"{line[:MAX_QUOTED_LENGTH]}".'
    )


def _rows(next_line: Callable[[], str]) -> Iterator[str]:
    """Yields the rows of a square board. Its size is the length of the first row."""
    first = next_line()
    yield first
    for _ in range(len(first) - 1):
        yield next_line()


def _number(line: str) -> int:
    if not line.isdecimal():
        raise ParseError(f'Expected the number of moves, not "{line[:MAX_QUOTED_LENGTH]}".')
    return int(line)
