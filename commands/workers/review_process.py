"""The child process of a review."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from commands.solver.prover import Prover
from commands.solver.reviewing import review_match
from commands.views.analysis.game_review import review_text
from commands.workers.search_process import OUT_OF_MEMORY, ProcessLimits
from pbm import games
from pbm.match.match import Match
from pbm.options import read_options
from pbm.review.review import ReviewLimits, decisive_move


@dataclass(frozen=True)
class ReviewTask:
    """The game to review, and the limits of the search."""

    game: str
    options: Sequence[str]
    """The game's options, with all defaults filled in."""
    log: Sequence[str]
    """The texts of the events that count."""
    names: Sequence[str]
    """The players' userids, by seat."""
    folder: str
    """The folder of the tablebases."""
    seconds: float

    @property
    def match(self) -> Match:
        """The match to review."""
        game = games.find(self.game)
        options = read_options(game.options, self.options, game.title)
        return Match.replay_texts(game, options, self.log)


def main() -> None:
    """Reads the task from standard input; prints the review and the ply of the decisive move."""
    words = json.load(sys.stdin)
    ProcessLimits(words.pop("longest"), words.pop("megabytes")).apply()
    task = ReviewTask(**words)
    match, prover = task.match, Prover(Path(task.folder), task.seconds)
    try:
        reviewed = review_match(prover, match, task.names, ReviewLimits(task.seconds))
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
    decisive = decisive_move(reviewed, match.outcome.winners if match.outcome else ())
    answer = {
        "text": review_text(match, task.names, reviewed),
        "ply": decisive.ply if decisive else None,
    }
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main()
