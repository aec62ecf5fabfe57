"""Make pages from snapshots of the database, and write them into the site's folder."""

import hashlib
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import inf

from commands.security.record_signing import Signer
from commands.server.site.page_data import Page, Site, Source
from commands.server.site.page_subjects import Subject
from commands.server.site.pages import pages_of
from commands.server.site.updating.folder import SiteFolder
from commands.server.site.updating.state import WrittenFile
from pbm.errors import GameAbsentError
from pbm.process.lazy_logger import get_logger
from storage import Database
from storage.errors import is_of_database
from storage.unit_of_work import UnitOfWork

log = get_logger()
SNAPSHOT_SECONDS = 0.25
"""Seconds after which pages are made from a new snapshot. Long snapshots let SQLite's log grow."""
KnownFiles = Mapping[str, WrittenFile]
"""The recorded files of a subject, by path."""


@dataclass(frozen=True, slots=True)
class MadePages:
    """The result of making a subject's pages."""

    subject: Subject
    files: Sequence[WrittenFile]
    """All files of the subject, including unchanged ones."""
    written: int = 0
    """Number of files that were written."""
    removed: int = 0
    """Number of files that were removed because they are no longer about anything public."""
    error: str = ""
    """The error that prevented the pages from being made, or an empty string."""


@dataclass(frozen=True)
class PageMaker:
    """Makes pages from snapshots of one database and writes them to one folder."""

    database: Database
    folder: SiteFolder
    facts: Callable[[], Site]
    """Returns the facts that all pages share. They may change because keys may be replaced."""
    signer: Signer = field(repr=False)

    def make(
        self,
        subjects: Iterable[Subject],
        files_of: Callable[[Subject], KnownFiles],
        work: UnitOfWork | None = None,
        seconds: float = inf,
    ) -> Iterator[MadePages]:
        """Makes the pages of subjects, and yields the results.

        `files_of`: returns the recorded files of a subject.
        `work`: the snapshot from which all pages are made. If it is None, pages are made from
        several successive snapshots.
        `seconds`: time after which no further subject is begun.

        If some files can't be written, raises the first OSError after all other files have been
        removed or written.
        """
        waiting, errors, end = deque(subjects), list[OSError](), time.monotonic() + seconds
        while waiting:
            with nullcontext(work) if work else self.database.snapshot() as state:
                source = self._source(state)
                until = min(end, time.monotonic() + SNAPSHOT_SECONDS)
                while waiting:
                    subject = waiting.popleft()
                    try:
                        result = self._make(source, subject, files_of(subject))
                    except OSError as error:
                        errors.append(error)
                    else:
                        yield result
                    if time.monotonic() >= until:
                        break
            if time.monotonic() >= end:
                break
        if errors:
            raise errors[0]

    def _source(self, work: UnitOfWork) -> Source:
        clock, read = self.database.clock, self.folder.read
        return Source(self.facts(), work, self.signer, clock=clock, read=read)

    def _make(self, source: Source, subject: Subject, recorded: KnownFiles) -> MadePages:
        """Makes a subject's pages. An error doesn't affect other subjects."""
        try:
            pages = list(pages_of(source, subject))
            _check_paths(pages)
        except GameAbsentError as error:  # its recorded pages may show something that is hidden now
            return self._write(subject, recorded, (), error.text)
        except Exception as error:
            if is_of_database(error):
                raise
            log.exception("failed to write pages", subject=str(subject))
            return MadePages(
                subject, tuple(recorded.values()), error=f"{type(error).__name__}: {error}"
            )
        return self._write(subject, recorded, pages)

    def _write(
        self, subject: Subject, recorded: KnownFiles, pages: Sequence[Page], error: str = ""
    ) -> MadePages:
        """Removes files that the subject no longer has, and writes changed ones."""
        gone = recorded.keys() - {page.path for page in pages}
        for path in gone:
            self.folder.remove(path)
        written, files = 0, list[WrittenFile]()
        for page in pages:
            file = self._unchanged(page, recorded.get(page.path))
            written += file is None
            files.append(file or self._written(page))
        return MadePages(subject, files, written, len(gone), error)

    def _unchanged(self, page: Page, recorded: WrittenFile | None) -> WrittenFile | None:
        """Returns the file of a page that needn't be written, or None.

        The content is compared with the recorded digest, or else with the file itself.
        """
        digest = _digest(page.content)
        if recorded and recorded.digest:
            return recorded if recorded.digest == digest else None
        stamp = self.folder.stamp(page.path)
        same_size = stamp is not None and stamp.size == len(page.content)
        if stamp and same_size and self.folder.read(page.path) == page.content:
            return WrittenFile(page.path, digest, stamp)
        return None

    def _written(self, page: Page) -> WrittenFile:
        stamp = self.folder.write(page.path, page.content)
        return WrittenFile(page.path, _digest(page.content), stamp)


def _check_paths(pages: Sequence[Page]) -> None:
    """Raises ValueError if a page has an impossible path, or two pages have the same one."""
    for page in pages:
        SiteFolder.check_path(page.path)
    path, count = Counter(page.path for page in pages).most_common(1)[0] if pages else ("", 0)
    if count > 1:
        raise ValueError(f"{count} pages have the path {path}")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
