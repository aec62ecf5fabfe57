"""Plays one game with an engine: asks it for moves, and checks them against the rules."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, BinaryIO

from pbm.engines.command_line import Argv
from pbm.engines.limits import EngineLimits
from pbm.engines.process import EngineFailed, EngineProcess
from pbm.errors import UserError
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.packages.safe_text import safe
from pbm.protocol import turns
from pbm.protocol.turns import EngineReply


class EnginePlayer:
    """A running engine, and the seat that it plays."""

    def __init__(
        self, seat: int, command: Argv, limits: EngineLimits, errors: BinaryIO | None = None
    ) -> None:
        self._greeting = f"{turns.COLOURS[seat]}\n"
        self._limits = limits
        self._process = EngineProcess(command, limits, errors)

    def move(
        self, game: AnyGame, position: Any, last: Sequence[str | None], seed: str
    ) -> tuple[Any, EngineReply]:
        """Returns the engine's move and its reply. Raises EngineFailed if the move isn't legal.

        `last`: for each seat, the square of its last move, or None.
        `seed`: determines the move if the engine replies `random`.
        """
        first, self._greeting = self._greeting, ""
        if first:
            self._process.wait_until_started()
        turn = turns.turn_for(game, position, last).write()
        milliseconds = self._limits.first_ms if first else self._limits.turn_ms
        output = safe(self._process.ask(first + turn, milliseconds))
        reply = EngineReply.read(output.replace("\n", " "))
        try:
            return turns.read_move(game, position, reply, seed), reply
        except UserError as error:
            shown_move = reply.move[: turns.MAX_COMMENT_LENGTH]
            raise EngineFailed(f'answered "{shown_move}": {error.text.rstrip(".")}') from None

    def close(self) -> None:
        """Ends the engine's processes."""
        self._process.close()


def last_squares_by_seat(
    game: AnyGame, moves: Sequence[str], movers: Sequence[int]
) -> list[str | None]:
    """Returns for each seat the square of its last move, or None if it hasn't moved.

    `moves`: the moves played, in the game's own notation.
    """
    last: list[str | None] = [None] * len(game.seats)
    for seat, move in zip(movers, moves, strict=True):
        last[seat] = turns.algebraic(move)
    return last


@dataclass(frozen=True, slots=True)
class EngineMove:
    """A move in the game's own notation, with the engine's comment."""

    move: str
    comment: str


@dataclass(frozen=True, slots=True)
class EngineFailure:
    """The reason why an engine made no move, in words that can follow the engine's name."""

    reason: str


def ask_engine(match: Match, command: Argv, limits: EngineLimits) -> EngineMove | EngineFailure:
    """Starts an engine, and returns its move for the seat to move.

    It has the time limit of a first turn.
    """
    game, position, seat = match.game, match.state.position, match.to_move
    assert seat is not None  # noqa: S101 - for mypy
    last = last_squares_by_seat(game, match.moves, match.state.movers)
    seed = turns.random_move_seed(getattr(match.options, "seed", 0), match.ply + 1)
    with closing(EnginePlayer(seat, command, limits)) as engine:
        try:
            move, reply = engine.move(game, position, last, seed)
        except EngineFailed as failure:
            return EngineFailure(str(failure))
    return EngineMove(game.write(position, move), reply.comment)
