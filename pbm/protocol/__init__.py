"""What the server and programs that play say to each other: the protocol of Mad Knights' source.

A program is told its colour once. Then, on each of its turns, it is told for every player (r, g, b)
the colour, whether the player is still in the game (1 or 0) and their last move or `null`; the rows
of the board from the top; the number of legal moves and these moves, sorted. It answers with a
square or `random`; what follows the first space is a comment. Knight's Duel is spoken in the same
way, without the third player.
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
"""By seat."""
LONGEST_COMMENT = 16
LONGEST_QUOTED = 40
"""Of what can't be read no more is said again."""
NO_MOVE = "null"
PROTOCOL_GAMES = ("madknights", "knightsduel")
"""Games that are played in this way."""


def find_game(name: str) -> AnyGame:
    """The game of this name; refuses those for which there is no protocol."""
    game = games.find(name)
    if game.name not in PROTOCOL_GAMES:
        raise NotAllowedError(
            f"Programs play {listing(PROTOCOL_GAMES)} here; {game.name} has no protocol."
        )
    return game


@dataclass(frozen=True, slots=True)
class ProtocolTurn:
    """What a program is told on its turn."""

    alive: tuple[bool, ...]
    """By seat, whether the player is still in the game."""
    last: tuple[str | None, ...]
    """By seat, the square last moved to."""
    rows: tuple[str, ...]
    """From the top: `.` open, `#` closed, or the colour of the knight there."""
    moves: tuple[str, ...]
    """The squares that may be moved to, sorted by code point."""

    def write(self) -> str:
        """The lines, each ended; the inverse of `read`."""
        seats = zip(COLOURS, self.alive, self.last, strict=False)
        players = [f"{colour} {int(alive)} {last or NO_MOVE}" for colour, alive, last in seats]
        lines = (*players, *self.rows, str(len(self.moves)), *self.moves)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def read(cls, seats: int, next_line: Callable[[], str]) -> Self:
        """A turn of a game with so many seats, from its lines."""
        players = [_player(next_line()) for _ in range(seats)]
        rows = tuple(_rows(next_line))
        moves = tuple(next_line() for _ in range(_number(next_line())))
        alive, last = zip(*players, strict=True)
        return cls(alive, last, rows, moves)


@dataclass(frozen=True, slots=True)
class EngineReply:
    """What a program answers."""

    move: str
    """A square such as `e3`, or `random`."""
    comment: str = ""

    @classmethod
    def read(cls, line: str) -> Self:
        """A reply from its line; what stands after the first space is its comment."""
        move, _, comment = line.strip().partition(" ")
        return cls(move, comment.strip()[:LONGEST_COMMENT])

    def write(self) -> str:
        """The line; the inverse of `read`."""
        return f"{self.move} {self.comment}".rstrip()


def turn_for(game: AnyGame, position: Any, last: Sequence[str | None]) -> ProtocolTurn:
    """What the player to move is told; `last` are the squares last moved to, by seat."""
    inside = game.remaining(position)
    alive = tuple(seat in inside for seat in range(len(game.seats)))
    [layer] = game.diagram(position).layers
    rows = tuple("".join(map(_sign, row)) for row in layer.cells)
    return ProtocolTurn(alive, tuple(last), rows, tuple(sorted(_moves(game, position))))


def read_move(game: AnyGame, position: Any, reply: EngineReply, seed: str) -> Any:
    """The move a reply means; refuses what is no legal one. `random` is drawn from the seed."""
    moves = _moves(game, position)
    if reply.move == "random":
        found = sorted(moves)
        return moves[found[below(len(found), numbers(seed))]]
    if reply.move in moves:
        return moves[reply.move]
    if read_square(reply.move) is None:
        raise ParseError('a square such as e3, or "random", is an answer')
    return game.read(position, reply.move)


def random_lot(seed: int, ply: int) -> str:
    """What the random move number `ply` (from 1) is drawn from, as on a board of Mad Knights."""
    return f"{seed}:{ply}"


def scores(outcome: Outcome, failed: Sequence[int]) -> tuple[int, ...]:
    """By seat: -1 for those who failed, and 0, 1, 2 for the others, the longer in the game."""
    seats = [seat for seat in range(len(outcome.places)) if seat not in failed]
    order = sorted(seats, key=lambda seat: -outcome.places[seat])
    return tuple(order.index(seat) if seat in order else -1 for seat in range(len(outcome.places)))


def square_of(game: AnyGame, position: Any, move: Any) -> str:
    """A move as programs write it: `e3`, whatever the game's own notation is."""
    return algebraic(game.write(position, move))


def algebraic(written: str) -> str:
    """The same of a move already written."""
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
    raise ParseError(f'"{line[:LONGEST_QUOTED]}" isn\'t a player, such as "r 1 e3" or "g 1 null".')


def _rows(next_line: Callable[[], str]) -> Iterator[str]:
    """As many rows as the first of them has columns."""
    first = next_line()
    yield first
    for _ in range(len(first) - 1):
        yield next_line()


def _number(line: str) -> int:
    if not line.isdecimal():
        raise ParseError(f'"{line[:LONGEST_QUOTED]}" isn\'t a number of moves.')
    return int(line)
