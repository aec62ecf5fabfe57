"""The process in which a search is made that somebody asked for by mail."""

import json
import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.solver.prover import Prover
from commands.system.child import LOW_PRIORITY, end_with_parent
from commands.views.proofs import proof_text
from pbm import games
from pbm.match import Match
from pbm.options import read_options


@dataclass(frozen=True)
class SolveTask:
    """What to solve, and what it may take."""

    game: str
    options: Sequence[str]
    """Fully resolved."""
    moves: Sequence[str]
    folder: str
    """Where tables are kept."""
    seconds: float
    """For the search alone."""
    longest: float
    """Seconds for everything."""
    megabytes: int

    @property
    def match(self) -> Match:
        """The match whose last position is asked about."""
        return replay(self.game, self.options, self.moves)


def replay(name: str, options: Sequence[str], moves: Sequence[str]) -> Match:
    """The match of a game with these (resolved) options in which these moves were made."""
    game = games.find(name)
    chosen = read_options(game.options, options, game.title)
    return Match.retell(game, chosen, [f"move {move}" for move in moves])


def apply_limits(task: SolveTask) -> None:
    """More than this the system doesn't give us."""
    os.nice(LOW_PRIORITY)
    end_with_parent()
    space, seconds = task.megabytes << 20, int(task.longest) + 1
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Reads the task from standard input, and prints what is proved; nothing where nothing is."""
    task = SolveTask(**json.load(sys.stdin))
    apply_limits(task)
    proof = Prover(Path(task.folder), task.seconds).patiently(task.match)
    if proof:
        sys.stdout.write(proof_text(task.match, proof))


if __name__ == "__main__":
    main()
