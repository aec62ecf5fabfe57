"""Reconstruct a position from the data that an engine receives on its turn."""

from collections.abc import Callable
from typing import Any

from pbm.errors import ParseError
from pbm.games import AnyGame, knightsduel, madknights
from pbm.protocol.turns import COLOURS, ProtocolTurn


def reconstruct_position(game: AnyGame, seat: int, turn: ProtocolTurn) -> Any:
    """Returns the position for the seat to move. Raises ParseError.

    The order in which other seats left the game is unknown.
    """
    size = len(turn.rows)
    if any(len(row) != size or set(row) - set(".#" + COLOURS) for row in turn.rows):
        raise ParseError(f"These {size} lines aren't a valid board: {' '.join(turn.rows)}")
    squares = "".join(reversed(turn.rows))
    if sum(squares.count(colour) for colour in COLOURS) != len(game.seats):
        raise ParseError("The board must have exactly one knight for each player.")
    return _MAKERS[game.name](seat, turn, squares)


def _mad_knights(seat: int, turn: ProtocolTurn, squares: str) -> madknights.Position:
    start = madknights.MadKnights().start(madknights.Options(size=len(turn.rows)))
    knights = tuple(squares.index(colour) for colour in COLOURS)
    gone = tuple(other for other, alive in enumerate(turn.alive) if not alive)
    ply = len(squares) - squares.count(".") - 3
    return start._replace(open=_open(squares), knights=knights, turn=seat, gone=gone, ply=ply)


def _knights_duel(seat: int, turn: ProtocolTurn, squares: str) -> knightsduel.Position:
    start = knightsduel.KnightsDuel().start(knightsduel.Options(size=len(turn.rows)))
    white, black = (squares.index(colour) for colour in COLOURS[:2])
    return start._replace(active=_open(squares), knights=(white, black), turn=seat)


def _open(squares: str) -> int:
    return sum(1 << square for square, sign in enumerate(squares) if sign == ".")


_MAKERS: dict[str, Callable[[int, ProtocolTurn, str], Any]] = {
    "madknights": _mad_knights,
    "knightsduel": _knights_duel,
}
