"""What robots know for sure: a value that a worker process can be given."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commands.solver.prover import Prover
from pbm.games import AnyGame


@dataclass(frozen=True, slots=True)
class ProvedMoves:
    """Moves that keep what a position is worth, as far as that is proved in time."""

    folder: Path

    def __call__(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """None where nothing is proved."""
        return _prover(self.folder).keeping(game, position, seconds)


@cache
def _prover(folder: Path) -> Prover:
    """One for each process, with the tables that it has read."""
    return Prover(folder)
