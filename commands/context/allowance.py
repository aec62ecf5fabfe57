"""The allowance of a mail, for all its lines: positions searched at once, and a turn in the writer.

Positions are counted, not time: so what is answered is the same on every machine. Time only tells
when others are next.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from commands.messages.response import Response
from commands.solver.prover import IMMEDIATE_POSITIONS
from pbm.errors import NotAllowedError
from pbm.search_budget import SearchBudget

MAIL_POSITIONS = 2 * IMMEDIATE_POSITIONS
"""The positions that are searched or set up at once for all lines of a mail, within some 40 ms."""


class GaveWay(BaseException):
    """Ends the handling of a mail, which is undone: others have their turn before it goes on.

    Not an Exception: those are taken for errors of a line.
    """


@dataclass(slots=True)
class Allowance:
    """The positions and the time that are left for the lines of a mail."""

    positions: int = MAIL_POSITIONS
    answers: list[Response] = field(default_factory=list)
    """The responses to the first lines, which changed nothing: they stay when it is undone."""
    _kept: int = MAIL_POSITIONS
    """The positions that were left after these lines."""
    _turn_end: float = float("inf")

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Begins or goes on with the lines of a mail; `end`: by the thread's processor time."""
        self.positions, self._turn_end = self._kept, end
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    @contextmanager
    def search(self) -> Iterator[SearchBudget]:
        """Yields the budget of a line's search, and takes what it uses off what is left."""
        most = min(IMMEDIATE_POSITIONS, self.positions)
        budget = SearchBudget(positions=most)
        try:
            yield budget
        finally:
            self.positions -= min(budget.used, most)

    def spend(self, positions: int) -> None:
        """Takes positions off what is left; raises NotAllowedError if it is less."""
        if positions > self.positions:
            raise NotAllowedError(
                f"One mail has at most {MAIL_POSITIONS:,} positions searched or set up at once. "
                "Please send this line again in another mail."
            )
        self.positions -= positions

    def keep(self, response: Response) -> None:
        """Keeps the response to the next line; raises GaveWay at the end of the mail's turn."""
        self.answers.append(response)
        self._kept = self.positions
        if time.thread_time() >= self._turn_end:
            raise GaveWay


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


def current_allowance() -> Allowance:
    """Returns the allowance of the mail that this thread handles; a new one if there is none."""
    return _current.get() or Allowance()
