"""Make the tablebases that a budget allows, with a progress bar in a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pbm.search_budget import MAX_ENTRIES, BudgetExhausted, SearchBudget

if TYPE_CHECKING:
    from pbm.proofs.knowledge import Numbering, StoredNumbering
    from pbm.proofs.tables.retrograde import Scores
    from pbm.proofs.tables.stored_tables import StoredTable
    from pbm.solver.tablebases import TablebaseCache

IMMEDIATE_ENTRIES = 10_000
"""The entries of a tablebase that is made within some 8 ms."""
ENTRIES_PER_POSITION = 40
"""The entries of a tablebase that are made in the time of a position that is searched."""


class SizedTablebases:
    """Tablebases up to a size, as `pbm.proofs` asks for them.

    With a budget only small ones are made, and each is paid for, also if it is there already: so
    what is proved doesn't depend on what was asked before.
    """

    def __init__(self, tablebases: "TablebaseCache", budget: SearchBudget | None = None) -> None:
        self._tablebases = tablebases
        self._budget = budget
        self._paid: set[str] = set()

    def stored(self, numbering: "StoredNumbering") -> "StoredTable | None":
        """Returns a tablebase that is mapped, of whatever size."""
        return self._tablebases.mapped.table(numbering)

    def scores(self, numbering: "Numbering") -> "Scores | None":
        """Returns a tablebase; shows a progress bar while a large one is made."""
        if self._budget:
            is_small = numbering.entries <= IMMEDIATE_ENTRIES
            if is_small and not self._pay(numbering, self._budget):
                return None
            return self._tablebases.scores(numbering, IMMEDIATE_ENTRIES)
        with _progress_bar(numbering.entries) as progress:
            return self._tablebases.scores(numbering, MAX_ENTRIES, progress)

    def _pay(self, numbering: "Numbering", budget: SearchBudget) -> bool:
        """Returns True if the budget suffices for a small tablebase."""
        if numbering.key not in self._paid:
            with suppress(BudgetExhausted):
                budget.spend(numbering.entries // ENTRIES_PER_POSITION)
                self._paid.add(numbering.key)
        return numbering.key in self._paid


@contextmanager
def _progress_bar(entries: int) -> Iterator[Callable[[int], None]]:
    """Shows a progress bar on standard error if that is a terminal; yields its update function."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Making a table", total=entries)
        yield partial(_advance, bar, task)


def _advance(bar: Any, task: Any, decided: int) -> None:
    bar.update(task, completed=decided)
