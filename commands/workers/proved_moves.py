"""Proved moves for robots, as a value that can be passed to a worker process."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commands.solver.prover import Prover
from pbm.games import AnyGame


@dataclass(frozen=True, slots=True)
class ProvedMoves:
    """Finds the moves that keep a position's value, as far as it is proved in time."""

    folder: Path

    def __call__(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves; none if nothing is proved."""
        return _prover(self.folder).best_moves(game, position, seconds)


@cache
def _prover(folder: Path) -> Prover:
    """Returns the prover of this process, with the tablebases that it has read."""
    return Prover(folder)
