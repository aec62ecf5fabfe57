"""The child process of a solve job."""

import json
import os
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.solver.prover import Prover
from commands.system.process_control import LOW_PRIORITY, end_with_parent
from commands.views.proofs import proof_text
from pbm import games
from pbm.match import Match
from pbm.options import read_options


@dataclass(frozen=True)
class SolveTask:
    """The position to solve, and the limits of the search."""

    game: str
    options: Sequence[str]
    """The game's options, with all defaults filled in."""
    moves: Sequence[str]
    folder: str
    """The folder of the tablebases."""
    seconds: float
    """The time limit of the search alone."""
    longest: float
    """The time limit of the process, in seconds."""
    megabytes: int

    @property
    def match(self) -> Match:
        """The match whose last position is to be solved."""
        return replay(self.game, self.options, self.moves)


def replay(name: str, options: Sequence[str], moves: Sequence[str]) -> Match:
    """Returns the match with these options, all defaults filled in, and these moves."""
    game = games.find(name)
    chosen = read_options(game.options, options, game.title)
    return Match.replay_texts(game, chosen, [f"move {move}" for move in moves])


def apply_limits(task: SolveTask) -> None:
    """Limits this process's priority, memory and processor time, and ends it with its parent."""
    os.nice(LOW_PRIORITY)
    end_with_parent()
    space, seconds = task.megabytes << 20, int(task.longest) + 1
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    """Reads the task from standard input, and prints its proof; nothing if there is none."""
    task = SolveTask(**json.load(sys.stdin))
    apply_limits(task)
    proof = Prover(Path(task.folder), task.seconds).prove(task.match)
    if proof:
        sys.stdout.write(proof_text(task.match, proof))


if __name__ == "__main__":
    main()
