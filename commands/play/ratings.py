"""What the end of a game does to its players' ratings."""

from dataclasses import replace

from commands.context.context import Context
from pbm.board import Board
from pbm.ratings import rate


def update_ratings(context: Context, board: Board) -> Board:
    """The board, with the ratings that its end changed, which are kept; once for each board."""
    outcome = board.match.outcome
    if outcome is None or board.ratings or not _is_rated(board):
        return board
    before = context.work.ratings.lock(board.game.name, board.players)
    changed = replace(board, ratings=rate(before, outcome.places))
    context.work.ratings.save(changed)
    return changed


def revert_ratings(context: Context, before: Board, after: Board) -> Board:
    """The board, without what an end that was undone had done to the ratings."""
    if not before.ratings or (after.match.outcome and not after.removed):
        return after
    context.work.ratings.withdraw(before)
    return replace(after, ratings=())


def _is_rated(board: Board) -> bool:
    """Whether the game is one to be rated: wanted so, not declined, and everybody has moved."""
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    return everybody and not board.removed and not board.terms.unrated
