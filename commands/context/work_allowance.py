"""Limit the total work that the lines of one email cause.

Searches are limited by positions and not by time, so that the answer is the same on every machine.
Time only decides when the writer turns to other emails.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field

from commands.context.line_results import LineResult
from pbm.errors import NotAllowedError
from pbm.search.budget import SearchBudget
from pbm.solver.prover import IMMEDIATE_POSITIONS

MAIL_POSITIONS = 2 * IMMEDIATE_POSITIONS
"""Maximum number of positions that all lines of an email together may search or set up immediately.
This takes about 40 ms.
"""


def too_many_positions() -> NotAllowedError:
    """Returns the error for a line that exceeds the allowance of an email."""
    return NotAllowedError(
        f"We can search or set up at most {MAIL_POSITIONS:,} positions for one email. "
        "Please send this line again in another email."
    )


@dataclass(slots=True)
class Allowance:
    """The positions and the time that are left for the lines of an email, or for a typed line."""

    positions: float = MAIL_POSITIONS
    answers: list[LineResult] = field(default_factory=list)
    """Results of the first lines. They changed nothing, so they remain valid if the email is
    started again.
    """
    notifications: int = 0
    """Number of notifications to other people that the lines have caused without a proof of the
    sender.
    """
    moves: Counter[int] = field(default_factory=Counter)
    """Number of moves that the lines have made, by board id."""
    excess: Callable[[], BaseException] = too_many_positions
    """Returns the exception to raise if no positions are left."""
    _kept: float = MAIL_POSITIONS
    """Number of positions that were left after the lines in `answers`."""
    _turn_end: float = math.inf

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Starts or continues the lines of an email.

        `end`: when the email's turn ends, in processor time of the thread.
        """
        # The email starts again, so everything after the kept lines is counted again.
        self.positions, self.notifications, self._turn_end = self._kept, 0, end
        self.moves.clear()
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    @contextmanager
    def search(self, most: int = IMMEDIATE_POSITIONS) -> Iterator[SearchBudget]:
        """Yields the budget of a line's search, and then subtracts the positions that it used."""
        most = int(min(most, self.positions))
        budget = SearchBudget(positions=most)
        try:
            yield budget
        finally:
            self.positions -= min(budget.used, most)

    def spend(self, positions: int) -> None:
        """Subtracts positions. Raises `excess` if too few are left."""
        if positions > self.positions:
            raise self.excess()
        self.positions -= positions

    def add_moves(self, board: int, moves: int) -> None:
        """Adds the number of moves that a line made on a board. Moves taken back are subtracted."""
        self.moves[board] = max(0, self.moves[board] + moves)

    def keep(self, result: LineResult) -> None:
        """Keeps the result of a line that changed nothing.

        Raises TurnExpired if the email's turn is over.
        """
        self.answers.append(result)
        self._kept = self.positions
        if time.thread_time() >= self._turn_end:
            raise TurnExpired


class TurnExpired(BaseException):
    """Interrupts the handling of an email so that other emails get their turn.

    The transaction is rolled back, and the email is handled again later. TurnExpired isn't derived
    from Exception, because the dispatcher treats any Exception as an error of the line.
    """


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


def current_allowance() -> Allowance:
    """Returns the allowance of the email that this thread handles.

    Without an email, as in the shell, positions are unlimited.
    """
    return _current.get() or Allowance(math.inf)


@contextmanager
def email_allowance() -> Iterator[None]:
    """Sets an allowance for an email that is handled outside of the writer."""
    with nullcontext() if _current.get() else Allowance().turn(math.inf):
        yield
