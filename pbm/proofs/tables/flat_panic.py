"""Numbering of all placements of Knight Panic on a flat board, for a table made in waves."""

from math import comb
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pbm.bit_sets import bits, mask_of
from pbm.games.knightpanic import (
    Board,
    KnightPanic,
    Options,
    Position,
    landing_places,
    pinned_pieces,
)
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.tables.flat_placements import FlatPlacements, flat_placements
from pbm.proofs.tables.placements import Flags, has
from pbm.proofs.tables.symmetries import Sets
from pbm.proofs.tables.waves import StoredScores, WaveAnalysis

# The ends of Knight Panic, for arrays of placements.


class PanicEnds:
    """The results of finished placements, by the rules that the options name."""

    def __init__(self, board: Board, options: Options) -> None:
        self._board = board
        self._mover_wins = options.tie == "mover_wins"
        self._pinned_wins = options.pinned == "win_no_move"

    def results(self, own: Sets, other: Sets) -> NDArray[np.int8]:
        """Returns 1 where the player to move has won, -1 where they lost, 0 where it goes on.

        If both players win, the tie rule decides.
        """
        landing = landing_places(self._board, own | other)
        pinned = pinned_pieces(self._board, own | other)
        movable = [side & ~pinned for side in (own, other)]
        trapped = [self._any_trapped(pieces, landing) for pieces in movable]
        all_pinned = [pieces == 0 for pieces in movable]
        won = trapped[1] | all_pinned[0 if self._pinned_wins else 1]
        lost = trapped[0] | all_pinned[1 if self._pinned_wins else 0]
        ended = won.astype(np.int8) - lost
        return np.where(won & lost, -1 if self._mover_wins else 1, ended).astype(np.int8)

    def _any_trapped(self, movable: Sets, landing: Any) -> Flags:
        """Returns True for each placement in which a movable piece has no move."""
        trapped = np.zeros(movable.size, np.bool_)
        for place in bits(int(np.bitwise_or.reduce(movable))):
            reach = np.uint64(self._board.attacks[place])
            trapped |= has(movable, place) & (reach & landing == 0)
        return trapped


MAX_SETS = 60_000
"""The maximum number of one player's sets of places; an analysis takes twice its square in bits."""


class FlatNumbering(StoredNumbering):
    """The numbering of all placements with as many pieces, by the same rules."""

    version = KnightPanic.version

    def __init__(self, position: Position) -> None:
        options, self._start = position.options, position
        self._pieces = position.sides[0].bit_count()
        self._places = options.size**2
        self.key = f"knightpanic-{options.size}-2d-{self._pieces}-{options.tie}".replace("_", "-")
        self.placements = set_count(position) * comb(self._places - self._pieces, self._pieces)

    def entries(self) -> int:
        """Returns the number of entries."""
        return self._placements().entries

    def number(self, position: Position) -> int:
        """Returns the number of a position, which some of its images share."""
        return self._placements().number(
            position.sides[position.turn], position.sides[1 - position.turn]
        )

    def analysis(self, scores: StoredScores) -> WaveAnalysis:
        """Returns the analysis; a move turns the board, so the other player's pieces come first."""
        board, options = self._start.board, self._start.options
        return WaveAnalysis(
            self._placements(), board.attacks, PanicEnds(board, options).results, scores
        )

    def sample(self, chance: Random) -> Position:
        """Returns a random placement with either player to move."""
        places = chance.sample(range(self._places), 2 * self._pieces)
        sides = mask_of(places[: self._pieces]), mask_of(places[self._pieces :])
        return self._start._replace(sides=sides, turn=chance.randrange(2))

    def _placements(self) -> FlatPlacements:
        return flat_placements(self._start.options.size, self._pieces)


def set_count(position: Position) -> int:
    """Returns the number of sets of places that one player's pieces can occupy on a flat board."""
    return comb(position.options.size**2, position.sides[0].bit_count())
