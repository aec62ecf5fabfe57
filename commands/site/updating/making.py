"""Making pages: from one state of the database into the site's folder."""

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from commands.security.record_signing import Signer
from commands.site.pages import pages_of
from commands.site.source import Page, Site, Source
from commands.site.subject import Subject
from commands.site.updating.folder import SiteFolder
from commands.site.updating.state import WrittenFile
from pbm.errors import GameAbsentError
from pbm.process.lazy_logger import get_logger
from storage import Database
from storage.errors import is_of_database
from storage.unit_of_work import UnitOfWork

log = get_logger()
SNAPSHOT_SECONDS = 0.25
"""The time after which another state of the database is read: nobody waits for an old one."""
KnownFiles = Mapping[str, WrittenFile]
"""The files of a subject as they were written, by path."""


@dataclass(frozen=True, slots=True)
class Made:
    """The outcome of making a subject's pages."""

    subject: Subject
    files: Sequence[WrittenFile]
    """All of its files, also the unchanged ones."""
    written: int = 0
    """The number of files that were written."""
    removed: int = 0
    """The number of files that were removed, as they are about nothing public any more."""
    seconds: float = 0
    error: str = ""
    """The error that kept the pages from being made; empty if there was none."""


@dataclass(frozen=True)
class PageMaker:
    """Makes the pages of subjects."""

    database: Database
    folder: SiteFolder
    facts: Callable[[], Site]
    """Returns the facts that all pages share; the keys may be replaced meanwhile."""
    signer: Signer = field(repr=False)

    def make(
        self, wanted: Sequence[tuple[Subject, KnownFiles]], work: UnitOfWork | None = None
    ) -> Iterator[Made]:
        """Makes the pages of subjects, each with the files that it has; yields the outcomes.

        `work`: the state of the database that all are made from; without it later pages are made
        from later states. Raises the first OSError in the end, if some of the files can't be
        written: what is to be removed, or fits, doesn't wait for them.
        """
        left, errors = deque(wanted), list[OSError]()
        while left:
            with nullcontext(work) if work else self.database.snapshot() as state:
                yield from self._made_from(state, left, errors)
        if errors:
            raise errors[0]

    def _made_from(
        self,
        work: UnitOfWork,
        left: deque[tuple[Subject, KnownFiles]],
        errors: list[OSError],
    ) -> Iterator[Made]:
        """Takes subjects until time is over, at least the first, and yields the outcomes."""
        clock, read = self.database.clock, self.folder.read
        source = Source(self.facts(), work, self.signer, clock=clock, read=read)
        until = time.monotonic() + SNAPSHOT_SECONDS
        while left:
            subject, known = left.popleft()
            try:
                made = self._write(subject, known, _rendered(source, subject))
            except OSError as error:
                errors.append(error)
            else:
                yield made
            if time.monotonic() > until:
                return

    def _write(self, subject: Subject, known: KnownFiles, rendered: "_Rendered") -> Made:
        """Removes files that the subject doesn't have any more, and writes changed ones."""
        if rendered.absent:  # what they show may be hidden now
            for path in known:
                self.folder.remove(path)
            return Made(
                subject, (), removed=len(known), seconds=rendered.seconds, error=rendered.error
            )
        if rendered.error:
            return Made(
                subject, tuple(known.values()), seconds=rendered.seconds, error=rendered.error
            )
        gone = known.keys() - {page.path for page in rendered.pages}
        for path in gone:
            self.folder.remove(path)
        written, files = 0, list[WrittenFile]()
        for page in rendered.pages:
            file = self._unchanged(page, known.get(page.path))
            written += file is None
            files.append(file or self._written(page))
        return Made(subject, files, written, len(gone), rendered.seconds)

    def _unchanged(self, page: Page, known: WrittenFile | None) -> WrittenFile | None:
        """Returns the file of a page that needn't be written; what isn't known is compared."""
        digest = _digest(page.content)
        if known and known.digest:
            return known if known.digest == digest else None
        stamp = self.folder.stamp(page.path)
        same_size = stamp is not None and stamp.size == len(page.content)
        if stamp and same_size and self.folder.read(page.path) == page.content:
            return WrittenFile(page.path, digest, stamp)
        return None

    def _written(self, page: Page) -> WrittenFile:
        stamp = self.folder.write(page.path, page.content)
        return WrittenFile(page.path, _digest(page.content), stamp)


@dataclass(frozen=True, slots=True)
class _Rendered:
    pages: Sequence[Page]
    seconds: float
    error: str = ""
    absent: bool = False
    """True if the game isn't served, and the pages are made once it is back."""


def _rendered(source: Source, subject: Subject) -> _Rendered:
    """Returns a subject's pages, or the error that occurred; other subjects aren't concerned."""
    begin = time.monotonic()
    try:
        pages = list(pages_of(source, subject))
        _check_paths(pages)
    except GameAbsentError as error:
        return _Rendered((), time.monotonic() - begin, error.text, absent=True)
    except Exception as error:
        if is_of_database(error):
            raise
        log.exception("pages can't be made", subject=str(subject))
        return _Rendered((), time.monotonic() - begin, f"{type(error).__name__}: {error}")
    return _Rendered(pages, time.monotonic() - begin)


def _check_paths(pages: Sequence[Page]) -> None:
    """Raises ValueError if a page can't have its path, or two pages have the same."""
    for page in pages:
        SiteFolder.check_path(page.path)
    path, count = Counter(page.path for page in pages).most_common(1)[0] if pages else ("", 0)
    if count > 1:
        raise ValueError(f"{count} pages are called {path}")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
