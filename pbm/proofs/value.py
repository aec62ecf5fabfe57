"""What is proved of a position."""

from dataclasses import dataclass
from enum import Enum


class Result(Enum):
    """How a game ends for the player to move, if nobody makes a mistake."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    """Neither player can force the end."""

    @property
    def turned(self) -> "Result":
        """The same, as the other player sees it."""
        return _TURNED[self]


_TURNED = {Result.WON: Result.LOST, Result.LOST: Result.WON, Result.DRAWN: Result.DRAWN}


@dataclass(frozen=True, slots=True)
class Value:
    """The result for the player to move, and when it comes."""

    result: Result
    plies: int | None = None
    """Until the end, if the winner hurries and the loser delays; None where that isn't known."""

    @classmethod
    def of_score(cls, score: int) -> "Value":
        """From a table: the plies and one more, below zero for a loss; 0 for a draw."""
        if score == 0:
            return cls(Result.DRAWN)
        return cls(Result.WON if score > 0 else Result.LOST, abs(score) - 1)


@dataclass(frozen=True, slots=True)
class Proof:
    """A value, best play as far as it is known, and what the proof rests on."""

    value: Value
    line: tuple[str, ...]
    """Moves in canonical notation."""
    ground: str
    """As words that may stand after `by`."""
    open: bool = False
    """Whether a longer search might still tell the distance."""
