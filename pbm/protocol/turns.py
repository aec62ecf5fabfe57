"""The protocol between the server and engines, taken from Mad Knights' source.

An engine is sent its colour once. Then, on each of its turns, it is sent for every player (r, g,
b) the colour, whether the player is still in the game (1 or 0) and their last move or `null`; the
rows of the board from the top; the number of legal moves and these moves, sorted. It answers with
a square or `random`; text after the first space is a comment. Knight's Duel uses the same
protocol, without the third player.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from pbm import games
from pbm.diagram import Cell
from pbm.errors import NotAllowedError, ParseError
from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.randomness import below, numbers
from pbm.squares import read_pair, read_square, square_name
from pbm.wording import listing

COLOURS = "rgb"
"""The colours by seat."""
MAX_COMMENT_LENGTH = 16
MAX_QUOTED_LENGTH = 40
"""The length at which unreadable text is cut in messages."""
NO_MOVE = "null"
PROTOCOL_GAMES = ("madknights", "knightsduel")
"""The games with this protocol."""


def find_game(name: str) -> AnyGame:
    """Returns the game of this name; refuses games without a protocol."""
    game = games.find(name)
    if game.name not in PROTOCOL_GAMES:
        raise NotAllowedError(
            f"Programs play {listing(PROTOCOL_GAMES)} here; {game.name} has no protocol."
        )
    return game


@dataclass(frozen=True, slots=True)
class ProtocolTurn:
    """The data that an engine is sent on its turn."""

    alive: tuple[bool, ...]
    """For each seat, True if the player is still in the game."""
    last: tuple[str | None, ...]
    """For each seat, the square last moved to."""
    rows: tuple[str, ...]
    """The rows from the top: `.` open, `#` closed, or the colour of the knight there."""
    moves: tuple[str, ...]
    """The legal target squares, sorted by code point."""

    def write(self) -> str:
        """Returns the lines, each with its line end; the inverse of `read`."""
        seats = zip(COLOURS, self.alive, self.last, strict=False)
        players = [f"{colour} {int(alive)} {last or NO_MOVE}" for colour, alive, last in seats]
        lines = (*players, *self.rows, str(len(self.moves)), *self.moves)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def read(cls, seats: int, next_line: Callable[[], str]) -> Self:
        """Returns the turn in these lines, of a game with this many seats."""
        players = [_player(next_line()) for _ in range(seats)]
        rows = tuple(_rows(next_line))
        moves = tuple(next_line() for _ in range(_number(next_line())))
        alive, last = zip(*players, strict=True)
        return cls(alive, last, rows, moves)


@dataclass(frozen=True, slots=True)
class EngineReply:
    """An engine's reply."""

    move: str
    """A square such as `e3`, or `random`."""
    comment: str = ""

    @classmethod
    def read(cls, line: str) -> Self:
        """Returns the reply in a line; text after the first space is its comment."""
        move, _, comment = line.strip().partition(" ")
        return cls(move, comment.strip()[:MAX_COMMENT_LENGTH])

    def write(self) -> str:
        """Returns the line; the inverse of `read`."""
        return f"{self.move} {self.comment}".rstrip()


def turn_for(game: AnyGame, position: Any, last: Sequence[str | None]) -> ProtocolTurn:
    """Returns the turn of the player to move; `last` are the squares last moved to, by seat."""
    inside = game.remaining(position)
    alive = tuple(seat in inside for seat in range(len(game.seats)))
    [layer] = game.diagram(position).layers
    rows = tuple("".join(map(_sign, row)) for row in layer.cells)
    return ProtocolTurn(alive, tuple(last), rows, tuple(sorted(_moves(game, position))))


def read_move(game: AnyGame, position: Any, reply: EngineReply, seed: str) -> Any:
    """Returns the move of a reply; refuses illegal ones. `random` is drawn with the seed."""
    moves = _moves(game, position)
    if reply.move == "random":
        found = sorted(moves)
        return moves[found[below(len(found), numbers(seed))]]
    if reply.move in moves:
        return moves[reply.move]
    if read_square(reply.move) is None:
        raise ParseError('a square such as e3, or "random", is an answer')
    return game.read(position, reply.move)


def random_move_seed(seed: int, ply: int) -> str:
    """Returns the seed of the random move number `ply` (from 1), as on a board of Mad Knights."""
    return f"{seed}:{ply}"


def scores(outcome: Outcome, failed: Sequence[int]) -> tuple[int, ...]:
    """Returns the scores by seat: -1 for failures; 0, 1, 2 for the others by time in the game."""
    seats = [seat for seat in range(len(outcome.places)) if seat not in failed]
    order = sorted(seats, key=lambda seat: -outcome.places[seat])
    return tuple(order.index(seat) if seat in order else -1 for seat in range(len(outcome.places)))


def square_of(game: AnyGame, position: Any, move: Any) -> str:
    """Returns a move as engines write it, such as `e3`, whatever the game's own notation is."""
    return algebraic(game.write(position, move))


def algebraic(written: str) -> str:
    """Returns a move in canonical notation as engines write it."""
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
        f'"{line[:MAX_QUOTED_LENGTH]}" isn\'t a player, such as "r 1 e3" or "g 1 null".'
    )


def _rows(next_line: Callable[[], str]) -> Iterator[str]:
    """Yields as many rows as the first of them has columns."""
    first = next_line()
    yield first
    for _ in range(len(first) - 1):
        yield next_line()


def _number(line: str) -> int:
    if not line.isdecimal():
        raise ParseError(f'"{line[:MAX_QUOTED_LENGTH]}" isn\'t a number of moves.')
    return int(line)
