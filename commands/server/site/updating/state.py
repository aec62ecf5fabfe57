"""The state of a site: its subjects, with digests of what they are made from, and its files.

It is kept in an SQLite file in the data folder, one for each folder of a site. If it is lost, all
is compared with the files themselves.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from commands.server.site.subject import ORDER, Kind, Subject
from commands.server.site.updating.folder import Stamp
from commands.server.site.updating.state_file import open_state_file

LAST = 2**63 - 1
"""The highest number that SQLite knows."""
UPDATED = "updated"
"""The fact of when all pages were last as the database."""
_KINDS = tuple(Kind)
COUNTS = """
SELECT
    (SELECT count(*) FROM file),
    (SELECT count(*) FROM subject WHERE due IS NOT NULL)
"""


class Urgency(IntEnum):
    """The order in which pages are made; within each, by the kind of their subjects."""

    HIDDEN = 0
    """Ahead of everything: the old page shows what is private now."""
    URGENT = 1
    """Ahead of the normal queue: a board has changed just now."""
    NORMAL = 2


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the site."""

    path: str
    digest: str
    stamp: Stamp


class SiteState:
    """The open state of a site."""

    def __init__(self, file: Path) -> None:
        """Opens it; a file that is damaged, or of another version, is made anew."""
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.file = file
        self._connection = open_state_file(file)

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Makes all changes within it, or none."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def fact(self, name: str) -> str:
        """Returns a fact about the site; empty if it isn't known."""
        query = "SELECT value FROM fact WHERE name = ?"
        row = self._connection.execute(query, (name,)).fetchone()
        return str(row[0]) if row else ""

    def put_fact(self, name: str, value: str) -> None:
        """Notes a fact."""
        self._connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def digests(
        self, kind: Kind, game: str = "", first: int = 0, last: int = LAST
    ) -> dict[int, str]:
        """Returns the digests of a kind of subjects by number, as far as they are known."""
        query = (
            "SELECT number, digest FROM subject "
            "WHERE kind = ? AND game = ? AND number BETWEEN ? AND ? AND digest <> ''"
        )
        return dict(self._connection.execute(query, (ORDER[kind], game, first, last)))

    def put_digests(self, digests: Mapping[Subject, str]) -> None:
        """Notes digests of subjects; empty for a board that isn't published any more."""
        self._connection.executemany(
            "INSERT INTO subject (kind, game, number, digest) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, game, number) DO UPDATE SET digest = excluded.digest",
            [(*_key(subject), digest) for subject, digest in digests.items()],
        )

    def files(self) -> Iterator[tuple[Subject, WrittenFile]]:
        """Yields all files, by path, each with its subject."""
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
        """Returns the subject of a file."""
        query = "SELECT kind, game, number FROM file WHERE path = ?"
        row = self._connection.execute(query, (path,)).fetchone()
        return _subject(row) if row else None

    def file_count(self) -> int:
        """Returns the number of files."""
        return int(self._connection.execute(COUNTS).fetchone()[0])

    def put_files(self, subject: Subject, files: Iterable[WrittenFile]) -> None:
        """Notes all files of a subject, in place of its former ones."""
        query = "DELETE FROM file WHERE kind = ? AND game = ? AND number = ?"
        self._connection.execute(query, _key(subject))
        self._connection.executemany(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?)",
            [(f.path, f.digest, f.stamp.size, f.stamp.modified, *_key(subject)) for f in files],
        )

    def doubt_file(self, path: str) -> None:
        """Notes that the content of a file isn't known any more."""
        self._connection.execute("UPDATE file SET digest = '' WHERE path = ?", (path,))

    def add_due(self, subjects: Iterable[Subject], urgency: Urgency = Urgency.NORMAL) -> None:
        """Notes subjects whose pages are to be made."""
        self._connection.executemany(
            "INSERT INTO subject (kind, game, number, due) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (kind, game, number) DO UPDATE "
            "SET due = min(coalesce(due, excluded.due), excluded.due)",
            [(*_key(subject), urgency) for subject in subjects],
        )

    def make_all_due(self) -> None:
        """Notes that the pages of all known subjects are to be made."""
        query = "UPDATE subject SET due = coalesce(due, ?)"
        self._connection.execute(query, (Urgency.NORMAL,))

    def due(self) -> Iterator[Subject]:
        """Yields the subjects whose pages are to be made, in their order."""
        query = (
            "SELECT kind, game, number FROM subject WHERE due IS NOT NULL "
            "ORDER BY due, kind, game, number"
        )
        with closing(self._connection.execute(query)) as rows:
            yield from map(_subject, rows)

    def due_count(self) -> int:
        """Returns the number of subjects whose pages are to be made."""
        query = "SELECT count(*) FROM subject WHERE due IS NOT NULL"
        return int(self._connection.execute(query).fetchone()[0])

    def done(self, subject: Subject, error: str = "") -> None:
        """Notes that a subject's pages are made; or that they failed, and are tried later."""
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
