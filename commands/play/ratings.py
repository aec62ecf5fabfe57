"""The changes of players' ratings by the end of a game."""

from dataclasses import replace

from commands.context.context import Context
from pbm.board.board import Board
from pbm.board.ratings import rate


def update_ratings(context: Context, board: Board) -> Board:
    """Saves the ratings changed by the end of the game, once for each board.

    Returns the board with these changes.
    """
    outcome = board.match.outcome
    if outcome is None or board.ratings or not _is_rated(board):
        return board
    before = context.work.ratings.lock(board.game.name, board.players)
    changed = replace(board, ratings=rate(before, outcome.places))
    context.work.ratings.save(changed)
    return changed


def revert_ratings(context: Context, before: Board, after: Board) -> Board:
    """Withdraws the changes of ratings by an end that was undone.

    Returns the board without these changes.
    """
    if not before.ratings or (after.match.outcome and not after.removed):
        return after
    context.work.ratings.withdraw(before)
    return replace(after, ratings=())


def _is_rated(board: Board) -> bool:
    """Returns True if the game counts: rated, not removed, and everybody has moved."""
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    return everybody and not board.removed and not board.terms.unrated
