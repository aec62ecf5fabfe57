"""The child process of a solve job."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.solver.prover import Prover, Unproved
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.workers.search_process import OUT_OF_MEMORY, ProcessLimits
from pbm import games
from pbm.match.match import Match
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

    @property
    def match(self) -> Match:
        """The match whose last position is to be solved."""
        return replay(self.game, self.options, self.moves)


def replay(name: str, options: Sequence[str], moves: Sequence[str]) -> Match:
    """Returns the match with these options, all defaults filled in, and these moves."""
    game = games.find(name)
    chosen = read_options(game.options, options, game.title)
    return Match.replay_texts(game, chosen, [f"move {move}" for move in moves])


def main() -> None:
    """Reads the task from standard input, and prints its proof, or why there is none."""
    words = json.load(sys.stdin)
    ProcessLimits(words.pop("longest"), words.pop("megabytes")).apply()
    task = SolveTask(**words)
    try:
        found = Prover(Path(task.folder), task.seconds).solve(task.match)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
    if isinstance(found, Unproved):
        text = unproved_text(found.limit, task.seconds, untried=found.untried)
    else:
        text = proof_text(task.match, found)
    sys.stdout.write(json.dumps({"text": text, "proved": not isinstance(found, Unproved)}))


if __name__ == "__main__":
    main()
