"""Retrograde analysis: finds values backwards, from the ends of a game.

A forward search of a game with repetition never ends. If all positions can be numbered, their
values are found backwards in waves. A position with a move to a lost position is won. A position
whose moves all lead to won positions is lost. Positions that no wave reaches are drawn by endless
play.

Wave k finds the positions that are k plies from the end, so that winners win as soon as possible
and losers lose as late as possible.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]
Scores = NDArray[np.int16]
"""For each position, the plies to the end plus 1, negated if the mover loses. 0 if drawn."""
Progress = Callable[[int], None]
"""Called after each wave, with the number of positions whose value is known."""


@dataclass(frozen=True, eq=False)
class Graph:
    """Numbered positions, and the moves between them."""

    ended: NDArray[np.int8]
    """For each position, 1 if the player to move has won, -1 if they have lost, and 0 otherwise."""
    sources: Numbers
    """For each move, the position before it."""
    targets: Numbers
    """For each move, the position after it."""


class _Predecessors:
    """Finds the predecessors of positions."""

    def __init__(self, graph: Graph) -> None:
        counts = np.bincount(graph.targets, minlength=graph.ended.size)
        self._counts = counts.astype(np.int32)
        self._firsts = (np.cumsum(counts) - counts).astype(np.int32)
        self._sources = graph.sources[np.argsort(graph.targets, kind="stable")]

    def __call__(self, positions: Numbers) -> Numbers:
        """Returns the predecessors of these positions.

        Each predecessor is listed once for each of its moves to them.
        """
        counts = self._counts[positions]
        ends = np.cumsum(counts)
        offsets = np.arange(ends[-1] if ends.size else 0) - np.repeat(ends - counts, counts)
        predecessors: Numbers = self._sources[np.repeat(self._firsts[positions], counts) + offsets]
        return predecessors


def analyse(graph: Graph, progress: Progress = lambda _: None) -> Scores:
    """Returns the exact score of every position."""
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
        losers = _close_moves(before(won), open_moves)
        losers = losers[scores[losers] == 0]
        scores[losers] = -(plies + 1)
        wave = np.concatenate((winners, losers))
    return scores


def _close_moves(moved: Numbers, open_moves: NDArray[np.int64]) -> Numbers:
    """Closes the moves of these predecessors of won positions.

    Returns the predecessors that have no open moves left.

    `moved`: the predecessors, once for each move.
    `open_moves`: the number of open moves of every position. The function updates it.
    """
    positions, closed = np.unique(moved, return_counts=True)
    open_moves[positions] -= closed
    lost: Numbers = positions[open_moves[positions] == 0]
    return lost
