"""Positions as programs read them, and positions on boards that aren't there."""

from collections.abc import Sequence
from datetime import UTC, datetime

from commands.context.context import Context
from pbm.board import BoardReference
from pbm.errors import IllegalError, UsageError, UserError
from pbm.games import AnyGame
from pbm.match import Match
from pbm.options import read_options

NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Positions that are only looked at have no times."""


def position_at(
    context: Context, game: AnyGame, place: BoardReference | None, options: Sequence[str]
) -> Match:
    """The match of a board at a ply, or a new one with these options where there is no place."""
    if place is None:
        read = read_options(game.options, options, game.title)
        return Match.begin(game, game.resolve(read, context.seed()))
    if options:
        raise UsageError(f'Options belong to "new": board {place.number} has its own.')
    return at_ply(context.board(game, place.number).match, place.ply)


def at_ply(match: Match, ply: int | None) -> Match:
    """The match after so many moves; refuses a ply that hasn't been reached."""
    if ply is None:
        return match
    if ply > match.ply:
        raise IllegalError(f"Ply #{ply} hasn't been reached: {match.ply} moves have been made.")
    return match.at(ply)


def play_on(match: Match, moves: Sequence[str]) -> Match:
    """The match after these moves; the refusal says which one failed."""
    for number, move in enumerate(moves, 1):
        try:
            match = match.play(move, NO_TIME, "-")
        except UserError as error:
            where = f"Move {number} of {len(moves)}" if len(moves) > 1 else "That move"
            raise type(error)(f'{where}, "{move}": {error.text}') from None
    return match
