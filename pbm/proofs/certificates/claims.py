"""Claims about the value of a position, from which certificates are made."""

from typing import NamedTuple

from pbm.proofs.value import Result, Value

EVER = 1 << 30
"""A number of plies that means "never"."""


class Claim(NamedTuple):
    """A claim that a player's result is forced within some plies, or that it isn't."""

    result: Result
    """Won or lost, for the player to move."""
    is_forced: bool
    plies: int
    """Maximum number of plies to the result. EVER means that it can't be forced at all.

    A claim that a result is forced always has a limit. Without one, claims could prove one another
    in a circle.
    """

    @property
    def letter(self) -> str:
        """W for a win and L for a loss, in lower case if the claim is that it isn't forced."""
        letter = "W" if self.result is Result.WON else "L"
        return letter if self.is_forced else letter.lower()

    @property
    def needs_one(self) -> bool:
        """Whether the claim follows from the claim `after` about one move.

        Otherwise, the claim `after` must be true for every move.
        """
        return self.is_forced == (self.result is Result.WON)

    @property
    def after(self) -> "Claim":
        """The claim about the other player, after a move, from which this claim follows."""
        plies = EVER if self.plies == EVER else self.plies - 1
        return Claim(self.result.turned, self.is_forced, plies)

    @property
    def is_trivial(self) -> bool:
        """Whether the claim is true of every position in which the game isn't over."""
        return not self.is_forced and self.plies == 0

    def follows_from(self, plies: int) -> bool:
        """Whether this claim follows from the same claim with another number of plies."""
        return plies <= self.plies if self.is_forced else plies >= self.plies

    def __str__(self) -> str:
        return f"{self.letter}{'*' if self.plies == EVER else self.plies}"


def claims_on(value: Value, longest: int | None) -> tuple[Claim, ...]:
    """Returns the claims that together say that a position has this value.

    `longest`: the maximum number of plies of a game. It is required if the distance of a win or
    loss is unknown.
    """
    if value.result is Result.DRAWN:
        return Claim(Result.WON, False, EVER), Claim(Result.LOST, False, EVER)
    if value.plies is None:
        assert longest is not None  # noqa: S101 - as the docstring says
        return (Claim(value.result, True, longest),)
    claim = Claim(value.result, True, value.plies)
    sooner = Claim(value.result, False, value.plies - 1)
    return (claim,) if sooner.is_trivial else (claim, sooner)
