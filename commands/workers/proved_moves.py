"""Proved moves and results, for robots, as a value that can be passed to a worker process."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from commands.solver.prover import Prover
from pbm.games import AnyGame


@dataclass(frozen=True, slots=True)
class ProvedMoves:
    """Finds the moves that keep a position's value, as far as it is proved in time."""

    folder: Path

    def __call__(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves; none if nothing is proved."""
        return _prover(self.folder).best_moves(game, position, seconds)

    def result(self, game: AnyGame, position: Any) -> Literal["", "won", "lost", "drawn"]:
        """Returns the result for the player to move if a table has it; else nothing."""
        value = _prover(self.folder).value_in_table(game, position)
        return value.result.value if value else ""


@cache
def _prover(folder: Path) -> Prover:
    """Returns the prover of this process, with the tablebases that it has read."""
    return Prover(folder)
