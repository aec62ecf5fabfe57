"""Update players' ratings when a game ends."""

from dataclasses import replace

from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.rated_games import is_rated
from pbm.board.ratings import rate


def update_ratings(context: Context, board: Board) -> Board:
    """Saves the new ratings when a rated game ends. A board changes ratings only once.

    Returns the board with these changes.
    """
    outcome = board.match.outcome
    if outcome is None or board.ratings or not is_rated(board):
        return board
    before = context.work.ratings.lock(board.game.name, board.players)
    changed = replace(board, ratings=rate(before, outcome.places))
    context.work.ratings.save(changed)
    return changed


def revert_ratings(context: Context, before: Board, after: Board) -> Board:
    """Takes back the rating changes of a game whose end was undone.

    Returns the board without these changes.
    """
    if not before.ratings or (after.match.outcome and not after.removed):
        return after
    context.work.ratings.withdraw(before)
    return replace(after, ratings=())
