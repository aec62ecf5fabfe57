"""One move of a program in a game by mail: started anew, told its colour and this one turn."""

from contextlib import closing
from dataclasses import dataclass

from commands.engines.command_line import Command
from commands.engines.limits import Limits
from commands.engines.player import Bot, last_squares
from commands.engines.process import Failed
from pbm import protocol
from pbm.match import Match


@dataclass(frozen=True, slots=True)
class Answered:
    """The move, in the game's own notation, and what the program said with it."""

    move: str
    comment: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no move, as words that may stand after the program's name."""

    reason: str


def ask(match: Match, command: Command, limits: Limits) -> Answered | Failure:
    """What a program answers for the seat to move; it has the time of a first turn."""
    game, position, seat = match.game, match.state.position, match.to_move
    assert seat is not None  # noqa: S101 - for mypy
    last = last_squares(game, match.moves, match.state.movers)
    lot = protocol.lot(getattr(position, "seed", 0), match.ply + 1)
    with closing(Bot(seat, command, limits)) as bot:
        try:
            move, reply = bot.move(game, position, last, lot)
        except Failed as failure:
            return Failure(str(failure))
    return Answered(game.write(position, move), reply.comment)
