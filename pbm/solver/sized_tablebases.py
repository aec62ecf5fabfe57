"""Makes tablebases of the size that a budget allows, with a progress bar in a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pbm.search.budget import MAX_ENTRIES, BudgetExhausted, SearchBudget

if TYPE_CHECKING:
    from pbm.proofs.knowledge import Numbering, StoredNumbering
    from pbm.proofs.tables.retrograde import Scores
    from pbm.proofs.tables.stored_tables import StoredTable
    from pbm.solver.tablebases import TablebaseCache

IMMEDIATE_ENTRIES = 10_000
"""Maximum number of entries of a tablebase for an immediate answer. Making it takes about 8 ms."""
ENTRIES_PER_POSITION = 40
"""Number of entries that can be made in the time that searching one position takes."""


class SizedTablebases:
    """Tablebases with a maximum size, as a source of tables for `pbm.proofs`.

    With a budget, only small tablebases are made. Each is charged to the budget, even if it exists
    already, so that the values shown don't depend on earlier requests.
    """

    def __init__(self, tablebases: "TablebaseCache", budget: SearchBudget | None = None) -> None:
        self._tablebases = tablebases
        self._budget = budget
        self._paid: set[str] = set()

    def stored(self, numbering: "StoredNumbering") -> "StoredTable | None":
        """Returns a mapped tablebase of any size, or None if there is none."""
        return self._tablebases.mapped.table(numbering)

    def scores(self, numbering: "Numbering") -> "Scores | None":
        """Returns a tablebase, or None if it is too large.

        Shows a progress bar while it is made.
        """
        if self._budget:
            is_small = numbering.entries <= IMMEDIATE_ENTRIES
            if is_small and not self._pay(numbering, self._budget):
                return None
            return self._tablebases.scores(numbering, IMMEDIATE_ENTRIES)
        with _progress_bar(numbering.entries) as progress:
            return self._tablebases.scores(numbering, MAX_ENTRIES, progress)

    def _pay(self, numbering: "Numbering", budget: SearchBudget) -> bool:
        """Charges a small tablebase to the budget once. Returns whether the budget was enough."""
        if numbering.key not in self._paid:
            with suppress(BudgetExhausted):
                budget.spend(numbering.entries // ENTRIES_PER_POSITION)
                self._paid.add(numbering.key)
        return numbering.key in self._paid


@contextmanager
def _progress_bar(entries: int) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar if standard error is a terminal, and yields its update function."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Making a tablebase", total=entries)
        yield partial(_advance, bar, task)


def _advance(bar: Any, task: Any, decided: int) -> None:
    bar.update(task, completed=decided)
