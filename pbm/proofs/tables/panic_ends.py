"""Finds the placements of Knight Panic in which the game is over, for whole arrays at once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pbm.games.knightpanic import (
    Board,
    Options,
    landing_places,
    pinned_pieces,
)
from pbm.geometry.bit_sets import bits
from pbm.proofs.tables.placements import Flags, contains
from pbm.proofs.tables.symmetries import Sets


class PanicEnds:
    """The results of finished placements under the rules in the options."""

    def __init__(self, board: Board, options: Options) -> None:
        self._board = board
        self._mover_wins = options.tie == "mover_wins"
        self._pinned_wins = options.pinned == "win_no_move"

    def results(self, mover: Sets, other: Sets) -> NDArray[np.int8]:
        """Returns 1 where the player to move has won, -1 where they have lost, and 0 elsewhere.

        If both players fulfil a condition to win, the tie rule decides.
        """
        landing = landing_places(self._board, mover | other)
        pinned = pinned_pieces(self._board, mover | other)
        movable = [side & ~pinned for side in (mover, other)]
        trapped = [self._any_trapped(pieces, landing) for pieces in movable]
        all_pinned = [pieces == 0 for pieces in movable]
        won = trapped[1] | all_pinned[0 if self._pinned_wins else 1]
        lost = trapped[0] | all_pinned[1 if self._pinned_wins else 0]
        ended = won.astype(np.int8) - lost
        return np.where(won & lost, -1 if self._mover_wins else 1, ended).astype(np.int8)

    def _any_trapped(self, movable: Sets, landing: Any) -> Flags:
        """Returns an array that shows the placements in which a movable piece has no move."""
        trapped = np.zeros(movable.size, np.bool_)
        for place in bits(int(np.bitwise_or.reduce(movable))):
            reach = np.uint64(self._board.attacks[place])
            trapped |= contains(movable, place) & (reach & landing == 0)
        return trapped
