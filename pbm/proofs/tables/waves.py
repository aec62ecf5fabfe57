"""Retrograde analysis of many placements, in waves that can be taken up again.

Wave k decides the positions that are k plies from the end, from the values that the waves before
have found. It changes entries of its own positions alone; so after a wave that was cut off, the
analysis goes on with the entries of the waves that were finished, and forgets all others.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pbm.bit_sets import bits
from pbm.proofs.tables.flat_placements import FlatPlacements, Indexes
from pbm.proofs.tables.reached_positions import Flags, ReachedPositions
from pbm.proofs.tables.symmetries import Sets

StoredScores = NDArray[np.int8]
"""For each entry, plies to the end plus one; negative if the mover loses; 0 if drawn."""
Ended = Callable[[Sets, Sets], StoredScores]
"""Returns 1 for each placement that is finished and won for the player to move, -1 if lost."""
RowDone = Callable[[], None]
MAX_PLIES = 126
"""The most plies that a score can tell."""


@dataclass(frozen=True)
class TableCounts:
    """The numbers of placements, images counted apart, by their values."""

    over: int
    won: int
    lost: int
    drawn: int
    longest: int
    """The plies of the longest win or loss."""

    @property
    def going_on(self) -> int:
        """The number of positions that aren't over."""
        return self.won + self.lost + self.drawn


class WaveAnalysis:
    """The analysis of all placements on a flat board, seen by the player to move.

    `take_up` comes first, then one wave after the other. The positions that a wave needs to know
    are kept as bits: those that are lost for the player to move, and those that may still be won or
    drawn for the player who has moved, as they aren't known to be won for the other.
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
        self._after = [self._reached_by(int(own)) for own in placements.sets[placements.rows]]
        """For each row, the indexes of the mover's sets after each move."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self._placements.rows.size

    def take_up(self, waves: int, row_done: RowDone = lambda: None) -> int:
        """Goes on after a number of waves: keeps their entries, and clears all others.

        Returns the number of entries kept.
        """
        sets, kept = self._placements.sets, 0
        self._lost, self._open = ReachedPositions(sets.size), ReachedPositions(sets.size)
        for index, own in enumerate(sets):
            self._open.set_row(index, sets & own == 0)
        for row, scores in enumerate(self._scores):
            scores[np.abs(scores) > waves] = 0
            kept += self._record(row, scores != 0)
            row_done()
        return kept

    def wave(self, plies: int, row_done: RowDone = lambda: None) -> int:
        """Decides the positions that are so many plies from the end; returns their number.

        Each row is done twice: no value is recorded before all are decided.
        """
        if plies > MAX_PLIES:
            raise OverflowError(f"a game takes more than {MAX_PLIES} plies")
        for row in range(self.rows):
            self._decide(row, plies)
            row_done()
        decided = 0
        for row, scores in enumerate(self._scores):
            decided += self._record(row, np.abs(scores) == plies + 1)
            row_done()
        return decided

    def counts(self) -> TableCounts:
        """Returns the counts of all placements, by their values."""
        counts = np.zeros((2, MAX_PLIES + 2), np.int64)
        for weight, scores in zip(self._placements.weights, self._scores, strict=True):
            for lost in (0, 1):
                chosen = np.abs(scores[(scores < 0) == lost])
                counts[lost] += weight * np.bincount(chosen, minlength=counts.shape[1])
        drawn, over = int(counts[0, 0]), int(counts[:, 1].sum())
        won, lost = counts[:, 2:].sum(axis=1).tolist()
        longest = int(np.flatnonzero(counts.sum(axis=0))[-1]) - 1
        return TableCounts(over, won, lost, drawn, max(longest, 0))

    def _reached_by(self, own: int) -> Indexes:
        reached = [
            own ^ (1 << origin | 1 << target)
            for origin in bits(own)
            for target in bits(self._attacks[origin] & ~own)
        ]
        return self._placements.index(np.array(reached, np.uint64))

    def _ends(self, row: int) -> StoredScores:
        """Returns the entries of a row of which all that go on are undecided."""
        placements = self._placements
        other = placements.sets[placements.columns(row)]
        return self._ended(np.full_like(other, placements.sets[placements.rows[row]]), other)

    def _decide(self, row: int, plies: int) -> None:
        """Sets the entries of a row that follow from the waves before.

        A move to a place that is taken leads to no position, which is in neither set.
        """
        scores, after = self._scores[row], self._after[row]
        undecided = np.flatnonzero(scores == 0)
        if plies == 0:
            scores[:] = self._ends(row)
        elif undecided.size:
            columns = self._placements.columns(row)[undecided]
            scores[undecided[self._lost.in_any(after)[columns]]] = plies + 1
            scores[undecided[~self._open.in_any(after)[columns]]] = -plies - 1

    def _record(self, row: int, entries: Flags) -> int:
        """Records the values of some entries of a row, for all images; returns their number."""
        found = np.flatnonzero(entries)
        if found.size:
            columns, won = self._placements.columns(row)[found], self._scores[row][found] > 0
            for images in self._placements.images:
                column = int(images[self._placements.rows[row]])
                self._open.remove(images[columns[won]], column)
                self._lost.add(images[columns[~won]], column)
        return found.size
