"""Retrograde analysis of many placements, in waves. It can continue after an interruption.

Wave k finds the values of the positions that are k plies from the end, from the values that earlier
waves have found. It changes only the entries of these positions. After an interrupted wave, the
analysis keeps the entries of the finished waves, discards all others and continues.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pbm.geometry.bit_sets import bits
from pbm.proofs.tables.flat_placements import FlatPlacements, Indexes
from pbm.proofs.tables.reached_positions import Flags, ReachedPositions
from pbm.proofs.tables.symmetries import Sets

StoredScores = NDArray[np.int8]
"""For each entry, the plies to the end plus 1, negated if the mover loses. 0 if drawn."""
Ended = Callable[[Sets, Sets], StoredScores]
"""Returns 1 where the player to move has won, -1 where they have lost, and 0 elsewhere."""
RowDone = Callable[[], None]
MAX_PLIES = 126
"""Maximum number of plies to the end that fits into a score."""


@dataclass(frozen=True)
class TableCounts:
    """The numbers of placements with each value. Symmetric placements are counted separately."""

    over: int
    won: int
    lost: int
    drawn: int
    longest: int
    """Length of the longest win or loss in plies."""

    @property
    def unfinished(self) -> int:
        """The number of placements in which the game isn't over."""
        return self.won + self.lost + self.drawn


class WaveAnalysis:
    """The analysis of all placements on a flat board, from the view of the player to move.

    Call `resume` first, and then `wave` for one wave after another. The analysis keeps
    two sets of positions as bits: the positions that are lost for the player to move, and the
    positions that aren't known to be won for the player to move yet.
    """

    def __init__(
        self,
        placements: FlatPlacements,
        attacks: Mapping[int, int],
        ended: Ended,
        scores: StoredScores,
    ) -> None:
        self._placements, self._attacks, self._ended = placements, attacks, ended
        self._scores = scores.reshape(placements.rows.size, placements.width)
        self._after = [self._reached_by(int(mover)) for mover in placements.sets[placements.rows]]
        """For each row, the indexes of the mover's sets after each of their moves."""

    @property
    def rows(self) -> int:
        return self._placements.rows.size

    def resume(self, waves: int, row_done: RowDone = lambda: None) -> int:
        """Prepares to continue after this number of waves. Clears the entries of later waves.

        Returns the number of entries that are kept.
        """
        sets, entries_kept = self._placements.sets, 0
        self._lost, self._open = ReachedPositions(sets.size), ReachedPositions(sets.size)
        for index, mover in enumerate(sets):
            self._open.set_row(index, sets & mover == 0)
        for row, scores in enumerate(self._scores):
            scores[np.abs(scores) > waves] = 0
            entries_kept += self._record(row, scores != 0)
            row_done()
        return entries_kept

    def wave(self, plies: int, row_done: RowDone = lambda: None) -> int:
        """Finds the positions that are `plies` plies from the end, and returns their number."""
        if plies > MAX_PLIES:
            raise OverflowError(f"a game takes more than {MAX_PLIES} plies")
        # A second pass records the values, because all of them follow from earlier waves only.
        for row in range(self.rows):
            self._decide(row, plies)
            row_done()
        decided = 0
        for row, scores in enumerate(self._scores):
            decided += self._record(row, np.abs(scores) == plies + 1)
            row_done()
        return decided

    def counts(self) -> TableCounts:
        """Returns the numbers of placements with each value."""
        counts = np.zeros((2, MAX_PLIES + 2), np.int64)
        for weight, scores in zip(self._placements.weights, self._scores, strict=True):
            for lost in (0, 1):
                chosen = np.abs(scores[(scores < 0) == lost])
                counts[lost] += weight * np.bincount(chosen, minlength=counts.shape[1])
        drawn, over = int(counts[0, 0]), int(counts[:, 1].sum())
        won, lost = counts[:, 2:].sum(axis=1).tolist()
        longest = int(np.flatnonzero(counts.sum(axis=0))[-1]) - 1
        return TableCounts(over, won, lost, drawn, max(longest, 0))

    def _reached_by(self, mover: int) -> Indexes:
        reached = [
            mover ^ (1 << origin | 1 << target)
            for origin in bits(mover)
            for target in bits(self._attacks[origin] & ~mover)
        ]
        return self._placements.index(np.array(reached, np.uint64))

    def _ends(self, row: int) -> StoredScores:
        """Returns a row in which only the entries of finished placements have a score."""
        placements = self._placements
        other = placements.sets[placements.columns(row)]
        return self._ended(np.full_like(other, placements.sets[placements.rows[row]]), other)

    def _decide(self, row: int, plies: int) -> None:
        """Sets the entries of a row whose values follow from earlier waves."""
        scores, after = self._scores[row], self._after[row]
        undecided = np.flatnonzero(scores == 0)
        if plies == 0:
            scores[:] = self._ends(row)
        elif undecided.size:
            # Moves to occupied places lead to no position, so neither set contains them.
            columns = self._placements.columns(row)[undecided]
            scores[undecided[self._lost.in_any(after)[columns]]] = plies + 1
            scores[undecided[~self._open.in_any(after)[columns]]] = -plies - 1

    def _record(self, row: int, entries: Flags) -> int:
        """Records the values of these entries of a row for all symmetric images.

        Returns the number of entries.
        """
        indexes = np.flatnonzero(entries)
        if indexes.size:
            columns, won = self._placements.columns(row)[indexes], self._scores[row][indexes] > 0
            for images in self._placements.images:
                column = int(images[self._placements.rows[row]])
                self._open.remove(images[columns[won]], column)
                self._lost.add(images[columns[~won]], column)
        return indexes.size
