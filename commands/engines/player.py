"""An engine that plays a game: the moves that it replies with."""

from collections.abc import Sequence
from typing import Any, BinaryIO

from commands.engines.command_line import Argv
from commands.engines.process import EngineFailed, EngineProcess
from commands.engines.resource_limits import EngineLimits
from mail.reading.text import clean
from pbm import protocol
from pbm.errors import UserError
from pbm.games import AnyGame
from pbm.protocol import EngineReply


class EnginePlayer:
    """A running engine with its colour."""

    def __init__(
        self, seat: int, command: Argv, limits: EngineLimits, errors: BinaryIO | None = None
    ) -> None:
        self._greeting = f"{protocol.COLOURS[seat]}\n"
        self._limits = limits
        self._process = EngineProcess(command, limits, errors)

    def move(
        self, game: AnyGame, position: Any, last: Sequence[str | None], seed: str
    ) -> tuple[Any, EngineReply]:
        """Returns the engine's legal move and its reply; raises EngineFailed for anything else.

        `last`: by seat, the square last moved to. `seed`: decides the reply `random`.
        """
        first, self._greeting = self._greeting, ""
        if first:
            self._process.wait_until_started()
        turn = protocol.turn_for(game, position, last).write()
        milliseconds = self._limits.first_ms if first else self._limits.turn_ms
        output = clean(self._process.ask(first + turn, milliseconds))
        reply = EngineReply.read(output.replace("\n", " "))
        try:
            return protocol.read_move(game, position, reply, seed), reply
        except UserError as error:
            shown = reply.move[: protocol.MAX_COMMENT_LENGTH]
            raise EngineFailed(f'answered "{shown}": {error.text.rstrip(".")}') from None

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()


def last_squares_by_seat(
    game: AnyGame, moves: Sequence[str], movers: Sequence[int]
) -> list[str | None]:
    """Returns by seat the square last moved to, from moves in the game's own notation."""
    last: list[str | None] = [None] * len(game.seats)
    for seat, move in zip(movers, moves, strict=True):
        last[seat] = protocol.algebraic(move)
    return last
