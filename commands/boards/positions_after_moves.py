"""Find the position that a command names: of a board, at an earlier ply, or after more moves."""

from collections.abc import Sequence

from commands.context.context import Context
from pbm.board.board import BoardReference
from pbm.errors import GameFailedError, IllegalError, UsageError, UserError
from pbm.games import AnyGame
from pbm.match.match import NO_TIME, Match
from pbm.wording import counted


def position_at(
    context: Context, game: AnyGame, place: BoardReference | None, options: Sequence[str]
) -> Match:
    """Returns the match of a board at a ply.

    If `place` is None, returns a new match with these options.
    """
    if place is None:
        read = game.read_options(options)
        return Match.begin(game, game.resolve(read, context.seed()))
    if options:
        raise UsageError(
            f'The options of board {place.number} are already set. Give options only with "new".'
        )
    return at_ply(context.board(game, place.number).match, place.ply)


def is_turned(context: Context, game: AnyGame, place: BoardReference | None) -> bool:
    """Whether the player with the caller's address sees this board from the second side."""
    if place is None or not game.perspective:
        return False
    sender = context.only_sender()
    return sender is not None and context.board(game, place.number).is_turned_for(sender)


def at_ply(match: Match, ply: int | None) -> Match:
    """Returns the match after `ply` moves. Raises IllegalError if there are fewer."""
    if ply is None:
        return match
    if ply > match.ply:
        move_count = counted(match.ply, "move")
        raise IllegalError(f"Move {ply} hasn't been made yet. The game has {move_count} so far.")
    return match.at(ply)


def play_on(context: Context, match: Match, moves: Sequence[str]) -> Match:
    """Returns the match after these moves.

    If there are several moves, the error names the first one that can't be played.
    """
    context.caller.allowance.spend(len(moves))
    for number, move in enumerate(moves, 1):
        try:
            match = match.play(move, NO_TIME, "-")
        # A game that fails isn't the player's mistake, so don't replace its error.
        except GameFailedError:
            raise
        except UserError as error:
            if len(moves) == 1:
                raise
            where = f'Move {number} of {len(moves)}, "{move}"'
            raise type(error)(f"{where}: {error.text}") from None
    return match
