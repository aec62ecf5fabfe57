"""What the end of a game does to its players' ratings."""

from dataclasses import replace

from commands.context.context import Session
from pbm.board import Board
from pbm.ratings import rate


def rated(session: Session, board: Board) -> Board:
    """The board, with the ratings that its end changed, which are kept; once for each board."""
    outcome = board.match.outcome
    if outcome is None or board.ratings or not _counts(board):
        return board
    before = session.work.ratings.hold(board.game.name, board.players)
    changed = replace(board, ratings=rate(before, outcome.places))
    session.work.ratings.keep(changed)
    return changed


def unrated(session: Session, before: Board, after: Board) -> Board:
    """The board, without what an end that was undone had done to the ratings."""
    if not before.ratings or (after.match.outcome and not after.removed):
        return after
    session.work.ratings.withdraw(before)
    return replace(after, ratings=())


def _counts(board: Board) -> bool:
    """Whether the game is one to be rated: wanted so, not declined, and everybody has moved."""
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    return everybody and not board.removed and not board.terms.unrated
