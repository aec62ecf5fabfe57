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


@dataclass(frozen=True, slots=True)
class Generations:
    """All generations of a database, the oldest first."""

    all: tuple[Generation, ...] = (Generation(),)

    @property
    def current(self) -> int:
        """The number of the generation in which changes are made now."""
        return self.all[-1].number

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
