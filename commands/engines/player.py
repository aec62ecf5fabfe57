"""A program that sits at a game, and the moves it answers with."""

from collections.abc import Sequence
from typing import Any, BinaryIO

from commands.engines.command_line import Argv
from commands.engines.limits import EngineLimits
from commands.engines.process import EngineFailed, EngineProcess
from mail.reading.text import clean
from pbm import protocol
from pbm.errors import UserError
from pbm.games import AnyGame
from pbm.protocol import EngineReply


class EnginePlayer:
    """A running program with its colour."""

    def __init__(
        self, seat: int, command: Argv, limits: EngineLimits, errors: BinaryIO | None = None
    ) -> None:
        self._greeting = f"{protocol.COLOURS[seat]}\n"
        self._limits = limits
        self._process = EngineProcess(command, limits, errors)

    def move(
        self, game: AnyGame, position: Any, last: Sequence[str | None], lot: str
    ) -> tuple[Any, EngineReply]:
        """The legal move that it answers with; raises Failed for anything else."""
        first, self._greeting = self._greeting, ""
        if first:
            self._process.ready()
        turn = protocol.turn_for(game, position, last).write()
        allowed = self._limits.first_ms if first else self._limits.turn_ms
        output = clean(self._process.ask(first + turn, allowed))
        reply = EngineReply.read(output.replace("\n", " "))
        try:
            return protocol.read_move(game, position, reply, lot), reply
        except UserError as error:
            shown = reply.move[: protocol.LONGEST_COMMENT]
            raise EngineFailed(f'answered "{shown}": {error.text.rstrip(".")}') from None

    def close(self) -> None:
        """Ends it."""
        self._process.close()


def last_squares_by_seat(
    game: AnyGame, moves: Sequence[str], movers: Sequence[int]
) -> list[str | None]:
    """By seat, the square last moved to, of a log in the game's own notation."""
    last: list[str | None] = [None] * len(game.seats)
    for seat, move in zip(movers, moves, strict=True):
        last[seat] = protocol.algebraic(move)
    return last
