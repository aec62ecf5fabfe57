"""The value of a position or a move for one player: proved, or estimated by a robot."""

from dataclasses import dataclass

from pbm.proofs.value import Result, Value

WORTH = {Result.WON: 1.0, Result.DRAWN: 0.5, Result.LOST: 0.0}


@dataclass(frozen=True, slots=True)
class Assessment:
    """A value from one player's point of view. Both fields are None if nothing is known."""

    proved: Value | None = None
    """The proved value, with its distance counted from the position before the move."""
    estimate: float | None = None
    """A robot's estimate if nothing is proved, from 0 (lost) to 1 (won)."""

    @property
    def is_known(self) -> bool:
        """Whether there is a value or an estimate."""
        return self.proved is not None or self.estimate is not None

    @property
    def worth(self) -> float:
        """The value as a number from 0 to 1, for comparisons. An unknown value is 0.5."""
        if self.proved is not None:
            return WORTH[self.proved.result]
        return 0.5 if self.estimate is None else self.estimate


def short_words(assessment: Assessment, played: int) -> str:
    """Returns a short text such as `wins by 19`, `draws` or `~62`.

    `played`: the number of moves made before.
    """
    if assessment.proved is not None:
        return _short_value(assessment.proved, played)
    if assessment.estimate is None:
        return ""
    return f"~{round(100 * assessment.estimate)}"


def _short_value(value: Value, played: int) -> str:
    words = {Result.WON: "wins", Result.LOST: "loses", Result.DRAWN: "draws"}[value.result]
    return words if value.plies is None else f"{words} by {played + value.plies}"


UNKNOWN = Assessment()
