"""Generations of the database: a new one begins when a restored copy goes on.

What was lost with the newer state has left ids behind in mails. A token that was signed in a
generation is good for ids that existed before the next one began, and for no later ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation, and the first ids of its own."""

    number: int = 0
    first_player: int = 1
    first_board: int = 1
    first_mail: int = 1
    first_number: int = 0
    """The first number of its boards in every game; 0 if their mails don't name it."""


@dataclass(frozen=True, slots=True)
class Generations:
    """All generations of a database, the oldest first."""

    all: tuple[Generation, ...] = (Generation(),)

    @property
    def current(self) -> int:
        """The number of the generation in which changes are made now."""
        return self.all[-1].number

    def of_mail(self, mail: int) -> "Generations":
        """Returns the generations that had begun when the mail with this id was queued."""
        return Generations(tuple(each for each in self.all if each.first_mail <= mail))

    def of_number(self, number: int) -> int:
        """Returns the number of the generation in which the board with this number was made.

        0 for the first generation, and for generations that don't stand in threads and calendars.
        """
        made = (each for each in reversed(self.all) if each.first_number)
        return next((each.number for each in made if each.first_number <= number), 0)

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
