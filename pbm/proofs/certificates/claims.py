"""Claims about the value of a position, from which certificates are made."""

from typing import NamedTuple

from pbm.proofs.value import Result, Value

EVER = 1 << 30
"""The plies of what never happens."""


class Claim(NamedTuple):
    """A claim on the player to move: a result within a number of plies, or that it isn't forced."""

    result: Result
    """Won or lost."""
    is_forced: bool
    plies: int
    """The plies within which it is forced, or isn't; EVER if it never is.

    What is forced always has a bound: without one, claims could follow from one another in circles.
    """

    @property
    def letter(self) -> str:
        """W or L; in lower case if the claim denies it."""
        letter = "W" if self.result is Result.WON else "L"
        return letter if self.is_forced else letter.lower()

    @property
    def needs_one(self) -> bool:
        """True if one move with the claim `after` is enough; False if all moves need it."""
        return self.is_forced == (self.result is Result.WON)

    @property
    def after(self) -> "Claim":
        """The claim needed on the other player, after a move."""
        left = EVER if self.plies == EVER else self.plies - 1
        return Claim(self.result.turned, self.is_forced, left)

    @property
    def is_trivial(self) -> bool:
        """True if it holds in every game that isn't over."""
        return not self.is_forced and self.plies == 0

    def follows_from(self, plies: int) -> bool:
        """Returns True if the same claim, with other plies, is as strong."""
        return plies <= self.plies if self.is_forced else plies >= self.plies

    def __str__(self) -> str:
        return f"{self.letter}{'*' if self.plies == EVER else self.plies}"


def claims_on(value: Value, longest: int | None) -> tuple[Claim, ...]:
    """Returns the claims that make up a value.

    `longest`: the most plies of a game; needed if the distance of a win or a loss is unknown.
    """
    if value.result is Result.DRAWN:
        return Claim(Result.WON, False, EVER), Claim(Result.LOST, False, EVER)
    if value.plies is None:
        assert longest is not None  # noqa: S101 - as the docstring says
        return (Claim(value.result, True, longest),)
    claim = Claim(value.result, True, value.plies)
    sooner = Claim(value.result, False, value.plies - 1)
    return (claim,) if sooner.is_trivial else (claim, sooner)
