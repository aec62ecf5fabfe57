"""Which games change the ratings of their players."""

from pbm.board.board import Board
from pbm.match.decisions import UNFINISHED, closed_by


def is_rated(board: Board) -> bool:
    """Whether a game that is over changes its players' ratings.

    It must be rated and have ended regularly, and all players must have moved.
    """
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    is_finished = closed_by(board.match.state.event) != UNFINISHED
    return everybody and is_finished and not board.removed and not board.terms.unrated
