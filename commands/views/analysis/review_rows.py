"""Groups the moves of a drawn review into rows and words their results."""

from collections.abc import Sequence
from typing import NamedTuple

from commands.content.messages import ReviewedMove
from pbm.proofs.value import Result
from pbm.review.assessment import Assessment

DECISIVE = "Decisive mistake"
BADGES = {"??": "Mistake", "?": "Likely mistake"}
MISTAKES = {
    "??": '"Mistake" means that the move changed the proven result.',
    "?": '"Likely mistake" means that the move was costly, according to the robot\'s estimates.',
}
"""The words for the marks of moves."""


def led_to(names: Sequence[str], seat: int, ply: int, after: Assessment) -> tuple[str, int | None]:
    """Returns the value after a move: as text, and as the first player's share from 0 to 100.

    `names`: the players' userids, by seat.

    With three players, the share belongs to the player who moved.
    """
    if not after.is_known:
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
    return f"{winner} wins" + (f" by move {ply - 1 + value.plies}" if value.plies else ""), share


class Row(NamedTuple):
    """A row of a drawn review: one move, or successive moves that left the value unchanged."""

    moves: tuple[ReviewedMove, ...]
    decisive: bool

    @property
    def first(self) -> ReviewedMove:
        return self.moves[0]

    @property
    def last(self) -> ReviewedMove:
        return self.moves[-1]

    @property
    def badge(self) -> str:
        """The words for the mark of the move. Empty if it has none."""
        return DECISIVE if self.decisive and self.first.mark else BADGES.get(self.first.mark, "")

    def columns(self, players: int) -> list[list[str]]:
        """Returns the moves of each player. Moves of the same round are in the same line."""
        rounds = [(move.ply - 1) // players for move in self.moves]
        lines = [[""] * (rounds[-1] - rounds[0] + 1) for _ in range(players)]
        for move, number in zip(self.moves, rounds, strict=True):
            lines[move.seat][number - rounds[0]] = move.move
        return lines


def rows(moves: Sequence[ReviewedMove], players: Sequence[str], decisive: int | None) -> list[Row]:
    """Groups moves into rows.

    `decisive`: the ply of the decisive move.
    """
    runs: list[list[ReviewedMove]] = []
    for move in moves:
        if runs and len(players) == 2 and _unchanged(runs[-1][-1], move):
            runs[-1].append(move)
        else:
            runs.append([move])
    return [Row(tuple(run), run[0].ply == decisive) for run in runs]


def mistakes(moves: Sequence[ReviewedMove]) -> str:
    """Returns sentences that explain the badges of mistakes. Empty if no move has one."""
    marks = {each.mark for each in moves}
    return " ".join(text for mark, text in MISTAKES.items() if mark in marks)


def _unchanged(before: ReviewedMove, after: ReviewedMove) -> bool:
    """Whether two successive moves have the same value and neither has a mark or remarks."""
    has_remarks = before.mark or before.notes or after.mark or after.notes
    return not has_remarks and _kind(before) == _kind(after)


def _kind(move: ReviewedMove) -> tuple[int | None, bool]:
    return move.share, "~" in move.after
