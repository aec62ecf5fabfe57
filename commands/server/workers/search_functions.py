"""Functions for searches that may need a lot of time or memory. Each runs in its own process."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from commands.content.messages import GameReview
from commands.views.analysis.proofs import proof_text, unproved_text
from pbm import games
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.solver.prover import Prover, Unproved
from pbm.solver.reviewing import review_match

Search = Callable[..., Any]
"""Runs a function such as `solve` and returns its result: `search(seconds, function, *arguments)`.

It raises SearchFailed if there is no result within `seconds`.
"""


class SearchFailed(Exception):
    """A search that ended without a result."""

    def __init__(self, reason: str, limit: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.limit = limit
        """The limit that was exceeded, `time` or `memory`. Empty for any other reason."""


def search_here(_seconds: float, run: Callable[..., Any], *args: object) -> Any:
    """Runs a search in this process, without a time limit."""
    return run(*args)


def replay(name: str, options: Sequence[str], log: Sequence[str]) -> Match:
    """Returns the match with these options and events. Missing options get their defaults."""
    game = games.stored(name)
    return Match.replay_texts(game, game.read_options(options), log)


def solve(
    prover: Prover, name: str, options: Sequence[str], log: Sequence[str]
) -> tuple[str, Sequence[str]]:
    """Returns the proof of a match's last position as text, and its best play as moves.

    Without a proof, the text is the reason why there is none.
    """
    match = replay(name, options, log)
    proof = prover.solve(match)
    if isinstance(proof, Unproved):
        return unproved_text(proof.limit, prover.seconds, untried=proof.untried), ()
    return proof_text(match, proof), proof.line


def review(
    prover: Prover,
    name: str,
    options: Sequence[str],
    log: Sequence[str],
    names: Sequence[str],
    *,
    withheld: AbstractSet[int],
) -> tuple[str, GameReview]:
    """Returns the review of a match, as text and as data for a drawing.

    `names`: the players' userids, by seat.
    `withheld`: the plies after which the position's value is withheld.
    """
    # Imported late because numpy would otherwise be in the memory of every server process.
    from commands.views.analysis.game_review import drawn_review, review_text  # noqa: PLC0415

    match = replay(name, options, log)
    reviewed = review_match(prover, match, names, withheld)
    return review_text(match, names, reviewed), drawn_review(match, names, reviewed)


@dataclass(frozen=True, slots=True)
class ProvedMoves:
    """Proved moves and results for robots. It can be pickled for a search process."""

    folder: Path

    def __call__(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves that keep a position's value, or none without a proof in time."""
        return _prover(self.folder).best_moves(game, position, seconds)

    def result(self, game: AnyGame, position: Any) -> Literal["", "won", "lost", "drawn"]:
        """Returns the result for the player to move if a table has it, or an empty string."""
        value = _prover(self.folder).value_in_table(game, position)
        return value.result.value if value else ""


@cache
def _prover(folder: Path) -> Prover:
    """Returns the prover of this process, which keeps the tablebases that it has read."""
    return Prover(folder)
