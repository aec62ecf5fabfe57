"""Generations of the database. A new one begins when the server continues with a restored copy.

Emails may contain ids that were lost with the newer state. So a token that was signed in a
generation is valid only for ids that existed before the next generation began.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation, with the first ids that belong to it."""

    number: int = 0
    first_player: int = 1
    first_board: int = 1
    first_mail: int = 1
    first_number: int = 0
    """The first number of its boards in every game. 0 if emails don't mention the generation."""


@dataclass(frozen=True, slots=True)
class Generations:
    """All generations of a database, the oldest first."""

    all: tuple[Generation, ...] = (Generation(),)

    @property
    def current(self) -> int:
        """Number of the current generation."""
        return self.all[-1].number

    def of_mail(self, mail: int) -> "Generations":
        """Returns the generations that had begun when the email with this id was queued."""
        return Generations(
            tuple(generation for generation in self.all if generation.first_mail <= mail)
        )

    def of_number(self, number: int) -> int:
        """Returns the number of the generation in which the board with this number was made.

        Generations whose `first_number` is 0 are skipped. Returns 0, for the first generation, if
        no other generation can have made the board.
        """
        generations = (generation for generation in reversed(self.all) if generation.first_number)
        return next(
            (generation.number for generation in generations if generation.first_number <= number),
            0,
        )

    def knowing(self, *, player: int = 0, board: int = 0, mail: int = 0) -> Iterator[int]:
        """Yields the numbers of the generations that may have made these ids, the newest first."""
        yield self.current
        for later, earlier in pairwise(reversed(self.all)):
            if (
                player < later.first_player
                and board < later.first_board
                and mail < later.first_mail
            ):
                yield earlier.number
