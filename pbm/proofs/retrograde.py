"""Retrograde analysis: from the ends of a game back to all positions of which they are the fate.

Games with repetition can't be searched forwards to the end. Where all positions can be numbered,
their values are found backwards in waves: a position before a lost one is won, one before none but
won ones is lost, and what no wave reaches is drawn by endless play. Wave k holds the positions
whose end is k plies away: so winners hurry and losers delay.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
Scores = NDArray[np.int16]
"""By position, plies to the end and one more; below zero where the mover loses; 0 drawn."""
Progress = Callable[[int], None]
"""Told how many positions are decided."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Positions by number, and what leads where."""

    ended: NDArray[np.int8]
    """By position: 1 where it is over and won for the player to move, -1 lost, 0 if it goes on."""
    sources: Numbers
    """Of each move, the position before it."""
    targets: Numbers
    """Of each move, the position after it."""


class _Before:
    """The positions from which a move leads to a position."""

    def __init__(self, graph: Graph) -> None:
        counts = np.bincount(graph.targets, minlength=graph.ended.size)
        self._counts = counts.astype(np.int32)
        self._firsts = (np.cumsum(counts) - counts).astype(np.int32)
        self._sources = graph.sources[np.argsort(graph.targets, kind="stable")]

    def __call__(self, positions: Numbers) -> Numbers:
        """One for each move into any of these positions."""
        counts = self._counts[positions]
        ends = np.cumsum(counts)
        offsets = np.arange(ends[-1] if ends.size else 0) - np.repeat(ends - counts, counts)
        found: Numbers = self._sources[np.repeat(self._firsts[positions], counts) + offsets]
        return found


def analyse(graph: Graph, progress: Progress = lambda _: None) -> Scores:
    """The value of every position, exactly."""
    scores = graph.ended.astype(np.int16)
    before, open_moves = _Before(graph), np.bincount(graph.sources, minlength=scores.size)
    wave, decided, plies = np.flatnonzero(scores).astype(np.int32), 0, 0
    while wave.size:
        decided, plies = decided + wave.size, plies + 1
        progress(decided)
        lost, won = wave[scores[wave] < 0], wave[scores[wave] > 0]
        winners = np.unique(before(lost))
        winners = winners[scores[winners] == 0]
        scores[winners] = plies + 1
        losers = _without_escape(before(won), open_moves)
        losers = losers[scores[losers] == 0]
        scores[losers] = -(plies + 1)
        wave = np.concatenate((winners, losers))
    return scores


def _without_escape(moved: Numbers, open_moves: NDArray[np.int64]) -> Numbers:
    """Those before won positions that have no other move left; counts these moves as closed."""
    positions, closed = np.unique(moved, return_counts=True)
    open_moves[positions] -= closed
    found: Numbers = positions[open_moves[positions] == 0]
    return found
