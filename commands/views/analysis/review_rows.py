"""The rows of a review that is drawn: what each move led to; unchanged values are one row."""

from collections.abc import Sequence
from typing import NamedTuple

from commands.content.messages import ReviewedMove
from pbm.proofs.value import Result
from pbm.review.assessment import Assessment
from pbm.wording import listing


def led_to(names: Sequence[str], seat: int, ply: int, after: Assessment) -> tuple[str, int | None]:
    """Returns what a move led to: in words, and as the share of the first player, 0 to 100.

    `names`: the players' userids, by seat. Of three players it is the share of the mover.
    """
    if not after.known:
        return "", None
    share = round(100 * (after.worth if seat == 0 or len(names) > 2 else 1 - after.worth))
    value = after.proved
    if value is None:
        if len(names) > 2:
            return f"~{share}", share
        likelier = names[0] if share > 50 else names[1] if share < 50 else ""
        return f"{likelier} ~{max(share, 100 - share)}".strip(), share
    if value.result is Result.DRAWN:
        return "drawn" if value.plies == 1 else "a draw", share
    winner = names[seat if value.result is Result.WON else 1 - seat]
    if value.plies == 1:
        return f"{winner} won", share
    return f"{winner} wins" + (f" by #{ply - 1 + value.plies}" if value.plies else ""), share


class Row(NamedTuple):
    """Successive moves that left the value as it was, or a single one."""

    moves: tuple[ReviewedMove, ...]
    decisive: bool

    @property
    def first(self) -> ReviewedMove:
        """The first of the moves."""
        return self.moves[0]

    @property
    def last(self) -> ReviewedMove:
        """The last of the moves."""
        return self.moves[-1]


def rows(moves: Sequence[ReviewedMove], players: Sequence[str], decisive: int | None) -> list[Row]:
    """Returns the rows of these moves; `decisive`: the ply of the decisive one."""
    runs: list[list[ReviewedMove]] = []
    for each in moves:
        if runs and len(players) == 2 and _unchanged(runs[-1][-1], each):
            runs[-1].append(each)
        else:
            runs.append([each])
    return [Row(tuple(run), run[0].ply == decisive) for run in runs]


def mistakes(moves: Sequence[ReviewedMove]) -> str:
    """Returns a sentence on the marks of mistakes; empty if there are none."""
    marks = {each.mark for each in moves}
    told = [
        *(["?? marks a move that lost a proved result"] if "??" in marks else []),
        *(["? marks one that lost much by a robot's estimate"] if "?" in marks else []),
    ]
    return f"{listing(told)}." if told else ""


def _unchanged(before: ReviewedMove, after: ReviewedMove) -> bool:
    """Returns True if a move left the value as it was, and nothing is said of either."""
    told = before.mark or before.notes or after.mark or after.notes
    return not told and _kind(before) == _kind(after)


def _kind(move: ReviewedMove) -> tuple[int | None, bool]:
    return move.share, "~" in move.after
