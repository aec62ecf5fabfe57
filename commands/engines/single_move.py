"""One move of an engine in a game by mail: it is started again for every turn."""

from contextlib import closing
from dataclasses import dataclass

from commands.engines.command_line import Argv
from commands.engines.player import EnginePlayer, last_squares_by_seat
from commands.engines.process import EngineFailed
from commands.engines.resource_limits import EngineLimits
from pbm import protocol
from pbm.match.match import Match


@dataclass(frozen=True, slots=True)
class EngineMove:
    """The move in the game's own notation, with the engine's comment."""

    move: str
    comment: str


@dataclass(frozen=True, slots=True)
class EngineFailure:
    """The reason for having no move, as words that may stand after the engine's name."""

    reason: str


def ask_engine(match: Match, command: Argv, limits: EngineLimits) -> EngineMove | EngineFailure:
    """Returns the engine's move for the seat to move; it has the time of a first turn."""
    game, position, seat = match.game, match.state.position, match.to_move
    assert seat is not None  # noqa: S101 - for mypy
    last = last_squares_by_seat(game, match.moves, match.state.movers)
    seed = protocol.random_move_seed(getattr(position, "seed", 0), match.ply + 1)
    with closing(EnginePlayer(seat, command, limits)) as engine:
        try:
            move, reply = engine.move(game, position, last, seed)
        except EngineFailed as failure:
            return EngineFailure(str(failure))
    return EngineMove(game.write(position, move), reply.comment)
