"""The recorded state of a site: its subjects with digests of their data, and its files.

It is stored in the data folder, in one SQLite file for each folder of a site. If the file is lost,
all pages are made again and compared with the existing files.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from commands.server.site.page_subjects import ORDER, Kind, Subject
from commands.server.site.updating.folder import Stamp
from commands.server.site.updating.state_file import open_state_file

LAST = 2**63 - 1
"""The highest integer of SQLite."""
UPDATED = "updated"
"""Name of the fact for the time at which all pages were last up to date."""
_KINDS = tuple(Kind)
COUNTS = """
SELECT
    (SELECT count(*) FROM file),
    (SELECT count(*) FROM subject WHERE due IS NOT NULL)
"""


class Urgency(IntEnum):
    """Priorities of pages that are due. Within each, the kinds of subjects give the order."""

    HIDDEN = 0
    """Before everything else, because the old page shows something that is private now."""
    URGENT = 1
    """Before the normal queue, because a board has just changed."""
    NORMAL = 2


@dataclass(frozen=True, slots=True)
class WrittenFile:
    path: str
    digest: str
    stamp: Stamp


class SiteState:
    """The open state of a site."""

    def __init__(self, file: Path) -> None:
        """Opens the state. A file that is damaged or has another version is replaced."""
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.file = file
        self._connection = open_state_file(file)

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commits all changes in this context, or rolls them back after an error."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def fact(self, name: str) -> str:
        """Returns a fact about the site, or an empty string if it isn't recorded."""
        query = "SELECT value FROM fact WHERE name = ?"
        row = self._connection.execute(query, (name,)).fetchone()
        return str(row[0]) if row else ""

    def put_fact(self, name: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def digests(
        self, kind: Kind, game: str = "", first: int = 0, last: int = LAST
    ) -> dict[int, str]:
        """Returns the recorded digests of subjects of this kind, by number."""
        query = (
            "SELECT number, digest FROM subject "
            "WHERE kind = ? AND game = ? AND number BETWEEN ? AND ? AND digest <> ''"
        )
        return dict(self._connection.execute(query, (ORDER[kind], game, first, last)))

    def put_digests(self, digests: Mapping[Subject, str]) -> None:
        """Records digests of subjects.

        The digest of a board that is no longer published is empty.
        """
        self._connection.executemany(
            "INSERT INTO subject (kind, game, number, digest) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, game, number) DO UPDATE SET digest = excluded.digest",
            [(*_key(subject), digest) for subject, digest in digests.items()],
        )

    def files(self) -> Iterator[tuple[Subject, WrittenFile]]:
        """Yields all files, sorted by path, each with its subject."""
        with closing(self._connection.execute("SELECT * FROM file ORDER BY path")) as rows:
            for row in rows:
                yield _subject(row[4:]), _file(row[:4])

    def files_of(self, subject: Subject) -> dict[str, WrittenFile]:
        """Returns the files of a subject, by path."""
        query = (
            "SELECT path, digest, size, modified FROM file "
            "WHERE kind = ? AND game = ? AND number = ?"
        )
        return {row[0]: _file(row) for row in self._connection.execute(query, _key(subject))}

    def owner_of(self, path: str) -> Subject | None:
        """Returns the subject of a file, or None if the file isn't recorded."""
        query = "SELECT kind, game, number FROM file WHERE path = ?"
        row = self._connection.execute(query, (path,)).fetchone()
        return _subject(row) if row else None

    def file_count(self) -> int:
        return int(self._connection.execute(COUNTS).fetchone()[0])

    def put_files(self, subject: Subject, files: Iterable[WrittenFile]) -> None:
        """Records all files of a subject, in place of its previous ones."""
        query = "DELETE FROM file WHERE kind = ? AND game = ? AND number = ?"
        self._connection.execute(query, _key(subject))
        self._connection.executemany(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(f.path, f.digest, f.stamp.size, f.stamp.modified, *_key(subject)) for f in files],
        )

    def doubt_file(self, path: str) -> None:
        """Records that the content of a file is unknown, so that it will be compared."""
        self._connection.execute("UPDATE file SET digest = '' WHERE path = ?", (path,))

    def add_due(self, subjects: Iterable[Subject], urgency: Urgency = Urgency.NORMAL) -> None:
        """Marks subjects as due. A subject that was due already keeps the higher priority."""
        self._connection.executemany(
            "INSERT INTO subject (kind, game, number, due) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, game, number) DO UPDATE "
            "SET due = min(coalesce(due, excluded.due), excluded.due)",
            [(*_key(subject), urgency) for subject in subjects],
        )

    def make_all_due(self) -> None:
        """Marks all recorded subjects as due."""
        query = "UPDATE subject SET due = coalesce(due, ?)"
        self._connection.execute(query, (Urgency.NORMAL,))

    def due(self) -> Iterator[Subject]:
        """Yields the subjects that are due, in the order in which their pages must be made."""
        query = (
            "SELECT kind, game, number FROM subject WHERE due IS NOT NULL "
            "ORDER BY due, kind, game, number"
        )
        with closing(self._connection.execute(query)) as rows:
            yield from map(_subject, rows)

    def due_count(self) -> int:
        """Returns the number of subjects that are due."""
        query = "SELECT count(*) FROM subject WHERE due IS NOT NULL"
        return int(self._connection.execute(query).fetchone()[0])

    def done(self, subject: Subject, error: str = "") -> None:
        """Records that a subject's pages are made, or the error that prevented it."""
        query = (
            "UPDATE subject SET due = NULL, error = ? WHERE kind = ? AND game = ? AND number = ?"
        )
        self._connection.execute(query, (error, *_key(subject)))

    def failed(self) -> dict[Subject, str]:
        """Returns the subjects whose pages couldn't be made, with the errors."""
        query = "SELECT error, kind, game, number FROM subject WHERE error <> ''"
        return {_subject(key): error for error, *key in self._connection.execute(query)}


def _key(subject: Subject) -> tuple[int, str, int]:
    return ORDER[subject.kind], subject.game, subject.number


def _subject(key: Sequence[Any]) -> Subject:
    kind, game, number = key
    return Subject(_KINDS[kind], game, number)


def _file(row: Sequence[Any]) -> WrittenFile:
    path, digest, size, modified = row
    return WrittenFile(path, digest, Stamp(size, modified))
