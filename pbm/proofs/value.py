"""Values of positions, and their proofs."""

from dataclasses import dataclass, field
from enum import Enum


class Result(Enum):
    """The result for the player to move if both sides play best."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    """Neither player can force the end."""

    @property
    def turned(self) -> "Result":
        """The result from the other player's view."""
        return _TURNED[self]


@dataclass(frozen=True, slots=True)
class Value:
    """The result for the player to move, and its distance in plies."""

    result: Result
    plies: int | None = None
    """The plies to the end with best play, or None if unknown.

    The winner wins as soon as possible, and the loser loses as late as possible.
    """
    least: int | None = field(default=None, compare=False)
    """A lower bound of an unknown distance. It depends on the time of the search."""

    @classmethod
    def of_score(cls, score: int) -> "Value":
        """Returns the value of a table's score.

        A score is the number of plies plus 1, negated for a loss. It is 0 for a draw.
        """
        if score == 0:
            return cls(Result.DRAWN)
        return cls(Result.WON if score > 0 else Result.LOST, abs(score) - 1)

    @property
    def before(self) -> "Value":
        """The value of a move to a position of this value, for the player who makes the move."""
        return Value(self.result.turned, None if self.plies is None else self.plies + 1)


@dataclass(frozen=True, slots=True)
class Proof:
    """A proved value, the reason, and best play as far as it is known."""

    value: Value
    line: tuple[str, ...]
    """Best play, as moves in canonical notation."""
    reason: str
    """How the value was proved, in words that can follow `by`."""
    open: bool = False
    """Whether a longer search might find the distance."""
    shipped: bool = False
    """Whether the value was proved earlier and is shipped with pbm."""


_TURNED = {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.DRAWN: Result.DRAWN}
