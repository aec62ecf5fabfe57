"""Retrograde analysis: from the ends of a game back to all positions that lead to them.

Games with repetition can't be searched forwards to the end. Where all positions can be numbered,
their values are found backwards in waves: a position with a move to a lost one is won, one with
moves to won ones only is lost, and positions that no wave reaches are drawn by endless play. Wave
k holds the positions that are k plies from the end: so winners hurry and losers delay.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
Scores = NDArray[np.int16]
"""For each position, plies to the end plus one; negative if the mover loses; 0 if drawn."""
Progress = Callable[[int], None]
"""A callback that receives the number of decided positions."""


@dataclass(frozen=True, eq=False)
class Graph:
    """The graph of numbered positions and the moves between them."""

    ended: NDArray[np.int8]
    """For each position: 1 if it is finished and won for the player to move, -1 if lost, else 0."""
    sources: Numbers
    """For each move, the position before it."""
    targets: Numbers
    """For each move, the position after it."""


class _Predecessors:
    """The predecessors of each position."""

    def __init__(self, graph: Graph) -> None:
        counts = np.bincount(graph.targets, minlength=graph.ended.size)
        self._counts = counts.astype(np.int32)
        self._firsts = (np.cumsum(counts) - counts).astype(np.int32)
        self._sources = graph.sources[np.argsort(graph.targets, kind="stable")]

    def __call__(self, positions: Numbers) -> Numbers:
        """Returns the predecessors of these positions, one for each move."""
        counts = self._counts[positions]
        ends = np.cumsum(counts)
        offsets = np.arange(ends[-1] if ends.size else 0) - np.repeat(ends - counts, counts)
        found: Numbers = self._sources[np.repeat(self._firsts[positions], counts) + offsets]
        return found


def analyse(graph: Graph, progress: Progress = lambda _: None) -> Scores:
    """Returns the exact value of every position."""
    scores = graph.ended.astype(np.int16)
    before, open_moves = _Predecessors(graph), np.bincount(graph.sources, minlength=scores.size)
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
    """Returns those before won positions that have no other moves left; marks the moves closed."""
    positions, closed = np.unique(moved, return_counts=True)
    open_moves[positions] -= closed
    found: Numbers = positions[open_moves[positions] == 0]
    return found
