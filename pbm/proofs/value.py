"""Values of positions, and their proofs."""

from dataclasses import dataclass, field
from enum import Enum


class Result(Enum):
    """The result for the player to move, with best play on both sides."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    """The result if neither player can force the end."""

    @property
    def turned(self) -> "Result":
        """The result as the other player sees it."""
        return _TURNED[self]


@dataclass(frozen=True, slots=True)
class Value:
    """The result for the player to move, and its distance."""

    result: Result
    plies: int | None = None
    """The plies to the end, if the winner hurries and the loser delays; None if unknown."""
    least: int | None = field(default=None, compare=False)
    """The fewest plies to the end, if more is known of an unknown distance; it depends on time."""

    @classmethod
    def of_score(cls, score: int) -> "Value":
        """Returns the value of a table's score: plies plus one, negative for a loss; 0 if drawn."""
        if score == 0:
            return cls(Result.DRAWN)
        return cls(Result.WON if score > 0 else Result.LOST, abs(score) - 1)

    @property
    def before(self) -> "Value":
        """The value, for the other player, of a move that leads to a position of this value."""
        return Value(self.result.turned, None if self.plies is None else self.plies + 1)


@dataclass(frozen=True, slots=True)
class Proof:
    """A value, best play as far as it is known, and the reason."""

    value: Value
    line: tuple[str, ...]
    """Best play, as moves in canonical notation."""
    reason: str
    """The reason, as words that may follow `by`."""
    open: bool = False
    """True if a longer search might still find the distance."""
    shipped: bool = False
    """True if it was found before, and is shipped with the program."""


_TURNED = {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.DRAWN: Result.DRAWN}
