"""Reviews of games with the tablebases of a data folder, without the values that are withheld."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pbm.match.match import Match
from pbm.solver.prover import Prover
from pbm.solver.shown_progress import shown_progress

if TYPE_CHECKING:
    from pbm.review.review import ReviewedMove
WITHHELD = (
    "We can't show our analysis of this position yet, because it occurs, or may soon occur, in a "
    "rated, ladder or tournament game that is still running."
)


@dataclass
class _Progress:
    """The number of moves reviewed so far, and the total."""

    done: int = 0
    total: int = 0

    def update(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def words(self, seconds: float) -> str:
        if not self.done:
            return f"Proving the values of positions (limit: {seconds / 3:g} seconds)"
        return f"Reviewed move {self.done} of {self.total}"


def review_match(
    prover: Prover, match: Match, names: Sequence[str], withheld: AbstractSet[int] = frozenset()
) -> "tuple[ReviewedMove, ...]":
    """Reviews the moves of a finished match. Shows progress if standard error is a terminal.

    `names`: the players' names, by seat.
    `withheld`: the plies after which the value is withheld.
    """
    from pbm.review.review import Reviewer, ReviewLimits  # noqa: PLC0415 - few commands need it

    limits, progress = ReviewLimits(prover.seconds), _Progress()
    reviewer = Reviewer(match, names, limits, prover.tables(), progress.update)
    with shown_progress(partial(progress.words, limits.seconds)):
        reviewed = reviewer.review()
    return tuple(_without_withheld(each, withheld) for each in reviewed)


def _without_withheld(reviewed: "ReviewedMove", withheld: AbstractSet[int]) -> "ReviewedMove":
    """Returns the review of a move without the values and notes that are withheld."""
    if not {reviewed.ply - 1, reviewed.ply} & withheld:
        return reviewed
    from pbm.review.assessment import UNKNOWN  # noqa: PLC0415
    from pbm.review.review import ReviewedMove  # noqa: PLC0415 - few commands need it

    notes = () if reviewed.ply - 2 in withheld else (WITHHELD,)
    return ReviewedMove(reviewed.ply, reviewed.seat, reviewed.move, UNKNOWN, UNKNOWN, notes=notes)
