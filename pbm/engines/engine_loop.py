"""The main loop of an engine. It reads turns in pbm's protocol, and replies with squares."""

from collections.abc import Callable
from typing import Any

from pbm.errors import ParseError
from pbm.games import AnyGame
from pbm.protocol.positions import reconstruct_position
from pbm.protocol.turns import COLOURS, ProtocolTurn, square_of

ChooseMove = Callable[[Any], Any]
"""Returns the move to play in a position."""


def run_engine_loop(
    game: AnyGame, choose: ChooseMove, next_line: Callable[[], str], send: Callable[[str], None]
) -> None:
    """Plays one game, until the end of the input."""
    try:
        seat = _read_seat(game, next_line())
        while True:
            turn = ProtocolTurn.read(len(game.seats), next_line)
            position = reconstruct_position(game, seat, turn)
            send(square_of(game, position, choose(position)))
    except EOFError:
        return


def _read_seat(game: AnyGame, line: str) -> int:
    """Returns the seat whose colour is on this line, the first line of the input.

    Raises ParseError if no seat has this colour.
    """
    colours = COLOURS[: len(game.seats)]
    if len(line) != 1 or line not in colours:
        raise ParseError(f'Expected a color of {game.title} ({" ".join(colours)}), not "{line}".')
    return colours.index(line)
