"""What all lines of one email may cost: positions searched at once, and a turn in the writer.

Positions are counted, not time, so the answer is the same on every machine. Time only decides when
others are next.
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
from pbm.search_budget import SearchBudget
from pbm.solver.prover import IMMEDIATE_POSITIONS

MAIL_POSITIONS = 2 * IMMEDIATE_POSITIONS
"""The positions that are searched or set up at once for all lines of a mail, within some 40 ms."""


def too_many_positions() -> NotAllowedError:
    """Returns the refusal of a line that exceeds what an email may have computed."""
    return NotAllowedError(
        f"One email has at most {MAIL_POSITIONS:,} positions searched or set up at once. "
        "Please send this line again in another email."
    )


@dataclass(slots=True)
class Allowance:
    """The positions and the time that are left for the lines of an email, or a line typed."""

    positions: float = MAIL_POSITIONS
    answers: list[LineResult] = field(default_factory=list)
    """The results of the first lines, which changed nothing: they stay when it is undone."""
    notifications: int = 0
    """The notifications to others that its lines have caused without proof of its sender."""
    moves: Counter[int] = field(default_factory=Counter)
    """The number of moves that its lines have made, by the id of the board."""
    excess: Callable[[], BaseException] = too_many_positions
    """Returns what is raised where positions are set up and none are left."""
    _kept: float = MAIL_POSITIONS
    """The positions that were left after these lines."""
    _turn_end: float = math.inf

    @contextmanager
    def turn(self, end: float) -> Iterator[None]:
        """Begins or goes on with the lines of a mail; `end`: by the thread's processor time."""
        self.positions, self.notifications, self._turn_end = self._kept, 0, end
        self.moves.clear()
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    @contextmanager
    def search(self, most: int = IMMEDIATE_POSITIONS) -> Iterator[SearchBudget]:
        """Yields the budget of a line's search, and takes what it uses off what is left."""
        most = int(min(most, self.positions))
        budget = SearchBudget(positions=most)
        try:
            yield budget
        finally:
            self.positions -= min(budget.used, most)

    def spend(self, positions: int) -> None:
        """Takes positions off what is left; raises `excess` if it is less."""
        if positions > self.positions:
            raise self.excess()
        self.positions -= positions

    def add_moves(self, board: int, moves: int) -> None:
        """Adds moves that a line made on a board; those taken back count as none."""
        self.moves[board] = max(0, self.moves[board] + moves)

    def keep(self, result: LineResult) -> None:
        """Keeps the result of the next line; raises GaveWay at the end of the mail's turn."""
        self.answers.append(result)
        self._kept = self.positions
        if time.thread_time() >= self._turn_end:
            raise GaveWay


class GaveWay(BaseException):
    """Ends the handling of a mail, which is undone: others have their turn before it goes on.

    Not an Exception: those are taken for errors of a line.
    """


_current: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


def current_allowance() -> Allowance:
    """Returns the allowance of the email that this thread handles.

    Without one, as in the shell, positions aren't limited: that limits what one email may cause.
    """
    return _current.get() or Allowance(math.inf)


@contextmanager
def email_allowance() -> Iterator[None]:
    """Gives an email that is handled outside of a writer's turn an allowance of its own."""
    with nullcontext() if _current.get() else Allowance().turn(math.inf):
        yield
