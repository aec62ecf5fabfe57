"""A program that sits at a game, and the moves it answers with."""

from collections.abc import Sequence
from typing import Any, BinaryIO

from commands.engines.command_line import Command
from commands.engines.limits import Limits
from commands.engines.process import Failed, Program
from mail.reading.text import clean
from pbm import protocol
from pbm.errors import Refusal
from pbm.games import AnyGame
from pbm.protocol import Reply


class Bot:
    """A running program with its colour."""

    def __init__(
        self, seat: int, command: Command, limits: Limits, errors: BinaryIO | None = None
    ) -> None:
        self._greeting = f"{protocol.COLOURS[seat]}\n"
        self._limits = limits
        self._program = Program(command, limits, errors)

    def move(
        self, game: AnyGame, position: Any, last: Sequence[str | None], lot: str
    ) -> tuple[Any, Reply]:
        """The legal move that it answers with; raises Failed for anything else."""
        first, self._greeting = self._greeting, ""
        if first:
            self._program.ready()
        turn = protocol.told(game, position, last).write()
        allowed = self._limits.first_ms if first else self._limits.turn_ms
        said = clean(self._program.ask(first + turn, allowed))
        reply = Reply.read(said.replace("\n", " "))
        try:
            return protocol.meant(game, position, reply, lot), reply
        except Refusal as refusal:
            shown = reply.move[: protocol.LONGEST_COMMENT]
            raise Failed(f'answered "{shown}": {refusal.text.rstrip(".")}') from None

    def close(self) -> None:
        """Ends it."""
        self._program.close()


def last_squares(game: AnyGame, moves: Sequence[str], movers: Sequence[int]) -> list[str | None]:
    """By seat, the square last moved to, of a log in the game's own notation."""
    last: list[str | None] = [None] * len(game.seats)
    for seat, move in zip(movers, moves, strict=True):
        last[seat] = protocol.algebraic(move)
    return last
