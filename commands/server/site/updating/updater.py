"""Update a site: find the subjects that are due, and make their pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from math import inf

from commands.server.site.page_subjects import Kind, Subject
from commands.server.site.updating.comparison import Comparison
from commands.server.site.updating.maker_version import maker_of
from commands.server.site.updating.making import MadePages, PageMaker
from commands.server.site.updating.state import UPDATED, SiteState
from commands.system.metrics import SITE_FAILURES, SITE_FILES
from storage.unit_of_work import UnitOfWork

BATCH = 200
"""Maximum number of subjects whose pages are made at a time."""
STEP_SECONDS = 1.0
"""Seconds after which a server checks for changes before it makes further pages."""
TOGETHER = 200
"""Maximum number of subjects whose pages are made together, from one snapshot, at the end."""
ShowProgress = Callable[[Iterable[MadePages], int], Iterable[MadePages]]
"""Passes on the results of making pages as they are made, and shows the progress. The second
parameter is the total number of results.
"""


@dataclass(slots=True)
class Outcome:
    """How many pages an update has made, and how many files it has changed."""

    subjects: int = 0
    """Number of subjects whose pages were made."""
    written: int = 0
    removed: int = 0
    """Number of files removed."""
    failed: int = 0
    """Number of subjects whose pages couldn't be made."""

    def add(self, result: MadePages) -> None:
        self.subjects += 1
        self.written += result.written
        self.removed += result.removed
        self.failed += bool(result.error)

    def add_all(self, other: "Outcome") -> None:
        self.subjects += other.subjects
        self.written += other.written
        self.removed += other.removed
        self.failed += other.failed


@dataclass
class SiteUpdater:
    """Updates the site in one folder. No other process may update it at the same time."""

    maker: PageMaker
    state: SiteState

    @property
    def comparison(self) -> Comparison:
        """The comparison of the database and files with the site's state."""
        return Comparison(self.maker.database, self.state)

    def compare_all(self) -> None:
        """Marks everything as due that has changed in the database or in the files."""
        self.comparison.compare_all(maker_of(self.maker.facts()))
        self.comparison.compare_files(self.maker.folder)

    def make_all(self, show_progress: ShowProgress = lambda result, _total: result) -> Outcome:
        """Makes all pages that are due. In the end, all of them match one snapshot of the database.

        At first, pages are made from many short snapshots, because SQLite's log grows during a long
        one. Pages whose data has changed since are made again, until only a few are due or their
        number stops falling. The remaining pages are made from the snapshot in which they were
        found.
        """
        self.compare_all()
        total, before = Outcome(), inf
        while True:
            begun = self.maker.database.clock.now()
            with self.maker.database.snapshot() as work:
                self.compare_changed(work)
                due = [*self.state.due()]
                if len(due) <= TOGETHER or len(due) >= before:
                    total.add_all(self.make(due, work))
                    break
            before = len(due)
            total.add_all(self.record(show_progress(self._made(due), len(due))))
        self.note_updated(begun)
        return total

    def compare_changed(self, work: UnitOfWork) -> None:
        """Marks subjects as due that have changed since the last comparison."""
        self.comparison.compare_changed(work)

    def make_due(self, work: UnitOfWork | None = None) -> Outcome:
        """Makes the pages of the most urgent subjects that are due, at least of one.

        After STEP_SECONDS, it begins no further subject.

        `work`: the snapshot from which all pages are made. If it is None, new snapshots are used.
        """
        due = [*islice(self.state.due(), BATCH)]
        return self.record(self.maker.make(due, self.state.files_of, work, STEP_SECONDS))

    def make(self, subjects: Sequence[Subject], work: UnitOfWork | None = None) -> Outcome:
        """Makes the pages of these subjects.

        `work`: the snapshot from which all pages are made. If it is None, new snapshots are used.
        """
        return self.record(self._made(subjects, work))

    def _made(
        self, subjects: Sequence[Subject], work: UnitOfWork | None = None
    ) -> Iterator[MadePages]:
        """Makes the pages of these subjects, BATCH at a time, and yields the results."""
        for start in range(0, len(subjects), BATCH):
            piece = subjects[start : start + BATCH]
            yield from self.maker.make(piece, self.state.files_of, work)

    def record(self, outcomes: Iterable[MadePages]) -> Outcome:
        """Records the results as they are made, and returns their sum."""
        total = Outcome()
        for result in outcomes:
            total.add(self._record(result))
        return total

    def note_updated(self, at: datetime) -> None:
        """If nothing is due, records that all pages matched the database at this time."""
        if not self.state.due_count():
            self.state.put_fact(UPDATED, at.isoformat())

    def _record(self, result: MadePages) -> MadePages:
        result = replace(result, error=result.error or self._conflict(result))
        with self.state.transaction():
            if not result.error:
                self.state.put_files(result.subject, result.files)
            self.state.done(result.subject, result.error)
        _count(result)
        return result

    def _conflict(self, result: MadePages) -> str:
        """Returns an error if a file belongs to another subject, too, or an empty string."""
        for file in result.files:
            owner = self.state.owner_of(file.path)
            if owner not in (None, result.subject, Subject(Kind.UNKNOWN)):
                return f"the page {file.path} already belongs to {owner}"
        return ""


def _count(result: MadePages) -> None:
    """Adds a result to the metrics."""
    SITE_FILES.add("written", amount=result.written)
    SITE_FILES.add("removed", amount=result.removed)
    if result.error:
        SITE_FAILURES.add("page")
