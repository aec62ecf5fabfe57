"""The state of a site: what was written, from which state of the database, and what is due.

It is kept in a file of SQLite's in the data folder, one for each folder of a site. If it is lost,
all is compared with the files themselves.
"""

import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from commands.site.subject import ORDER, Subject
from commands.site.updating.folder import Stamp
from storage.boards.public.published_states import BoardState

# The file with the state of a site: its place, its tables, and the lock of who works with it.

VERSION = 1
"""Increased when the tables change; a file of another version is made anew."""
TABLES = """
CREATE TABLE file (
    path TEXT PRIMARY KEY, subject TEXT NOT NULL, digest TEXT NOT NULL,
    size INTEGER NOT NULL, modified INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX file_by_subject ON file (subject);
CREATE TABLE board (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL, players TEXT NOT NULL,
    is_over INTEGER NOT NULL, version TEXT NOT NULL, listing TEXT NOT NULL,
    explored TEXT NOT NULL
);
CREATE TABLE player (id INTEGER PRIMARY KEY, version TEXT NOT NULL);
CREATE TABLE due (
    subject TEXT PRIMARY KEY, rank INTEGER NOT NULL, game TEXT NOT NULL, number INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX due_by_rank ON due (rank, game, number);
CREATE TABLE failed (subject TEXT PRIMARY KEY, error TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
FOLDER = "sites"
"""The folder of these files in the data folder."""


@contextmanager
def site_lock(file: Path, *, wait: bool) -> Iterator[bool]:
    """Yields True while nobody else works on the site with this state.

    `wait`: until others have ended; else False is yielded if there are any.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(lock)
        yield False
        return
    try:
        yield True
    finally:
        os.close(lock)


def state_file(data: Path, folder: Path) -> Path:
    """Returns the file with the state of the site in this folder."""
    name = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    return data / FOLDER / f"{name}.db"


def open_state_file(file: Path) -> sqlite3.Connection:
    """Opens the file; one that is damaged, or of another version, is made anew."""
    try:
        return _connect(file)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):  # it can't be opened, whatever is in it
            raise
    for end in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
    return _connect(file)


def _connect(file: Path) -> sqlite3.Connection:
    """Opens the file; raises sqlite3.DatabaseError if it is damaged, or of another version."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")  # a loss is made good by a comparison
        _make_tables(connection)
        _check(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_tables(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA user_version").fetchone() == (0,):
        connection.executescript(f"BEGIN;{TABLES}PRAGMA user_version={VERSION};COMMIT;")


def _check(connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if (version, found) != ((VERSION,), ("ok",)):
        raise sqlite3.DatabaseError(f"version {version}, {found}")


UPDATED = "updated"
"""The fact of when all pages were last as the database."""


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board as it was when its pages were last due."""

    id: int
    game: str
    number: int
    players: tuple[int, ...]
    is_over: bool
    version: str
    listing: str
    explored: str


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

    def boards_between(self, first: int, last: int) -> Sequence[KnownBoard]:
        """Returns the known boards with ids from `first` to `last`."""
        query = "SELECT * FROM board WHERE id BETWEEN ? AND ?"
        return [_board(row) for row in self._connection.execute(query, (first, last))]

    def board(self, id: int) -> KnownBoard | None:
        """Returns a known board."""
        row = self._connection.execute("SELECT * FROM board WHERE id = ?", (id,)).fetchone()
        return _board(row) if row else None

    @property
    def highest_board(self) -> int:
        """The highest id of a known board; 0 if there is none."""
        return int(self._connection.execute("SELECT coalesce(max(id), 0) FROM board").fetchone()[0])

    def put_board(self, board: BoardState) -> None:
        """Notes the state of a published board."""
        players = " ".join(map(str, board.players))
        row = (board.id, board.game, board.number, players, board.is_over)
        self._connection.execute(
            "INSERT OR REPLACE INTO board VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, board.version, board.listing, board.explored),
        )

    def forget_board(self, id: int) -> None:
        """Forgets a board that isn't published any more."""
        self._connection.execute("DELETE FROM board WHERE id = ?", (id,))

    def forget_versions(self) -> None:
        """Lets everything differ from what is known, as another program makes the pages."""
        self._connection.execute("UPDATE board SET version = '', listing = ''")

    def players(self) -> dict[int, str]:
        """Returns the versions of all known players, by id."""
        return dict(self._connection.execute("SELECT id, version FROM player"))

    def put_players(self, versions: Mapping[int, str]) -> None:
        """Notes the versions of players."""
        insert = "INSERT OR REPLACE INTO player VALUES (?, ?)"
        self._connection.executemany(insert, versions.items())

    def files(self) -> Iterator[tuple[Subject, WrittenFile]]:
        """Yields all files, by path, each with its subject."""
        query = "SELECT path, digest, size, modified, subject FROM file ORDER BY path"
        with closing(self._connection.execute(query)) as rows:
            for *own, subject in rows:
                yield Subject.read(subject), _file(own)

    def files_of(self, subject: Subject) -> dict[str, WrittenFile]:
        """Returns the files of a subject, by path."""
        query = "SELECT path, digest, size, modified FROM file WHERE subject = ?"
        rows = self._connection.execute(query, (subject.write(),))
        return {row[0]: _file(row) for row in rows}

    def owner_of(self, path: str) -> Subject | None:
        """Returns the subject of a file."""
        query = "SELECT subject FROM file WHERE path = ?"
        row = self._connection.execute(query, (path,)).fetchone()
        return Subject.read(row[0]) if row else None

    def file_count(self) -> int:
        """Returns the number of files."""
        return int(self._connection.execute("SELECT count(*) FROM file").fetchone()[0])

    def put_files(self, subject: Subject, files: Iterable[WrittenFile]) -> None:
        """Notes all files of a subject, in place of those that it had."""
        name = subject.write()
        self._connection.execute("DELETE FROM file WHERE subject = ?", (name,))
        self._connection.executemany(
            "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?)",
            [(f.path, name, f.digest, f.stamp.size, f.stamp.modified) for f in files],
        )

    def doubt_file(self, path: str) -> None:
        """Notes that the content of a file isn't known any more."""
        self._connection.execute("UPDATE file SET digest = '' WHERE path = ?", (path,))

    def add_due(
        self, subjects: Iterable[Subject], *, urgent: bool = False, hidden: bool = False
    ) -> None:
        """Notes subjects whose pages are to be made.

        `urgent`: before all others. `hidden`: before these, too, and at once, as what the pages
        tell isn't public any more.
        """
        ahead = 2 * len(ORDER) if hidden else len(ORDER) if urgent else 0
        rows = (
            (each.write(), ORDER[each.kind] - ahead, each.game, each.number) for each in subjects
        )
        self._connection.executemany(
            "INSERT INTO due VALUES (?, ?, ?, ?) ON CONFLICT (subject) DO UPDATE "
            "SET rank = min(rank, excluded.rank)",
            rows,
        )

    def due(self, most: int, without: Collection[Subject] = ()) -> Sequence[Subject]:
        """Returns the next subjects whose pages are to be made.

        Those `without` are left out, unless they tell what isn't public any more.
        """
        left_out = [each.write() for each in without]
        marks = ", ".join("?" * len(left_out))
        may_be_made = f"rank < ? OR subject NOT IN ({marks})"
        query = f"SELECT subject FROM due WHERE {may_be_made}"  # noqa: S608 - marks
        order = " ORDER BY rank, game, number LIMIT ?"
        rows = self._connection.execute(query + order, (-len(ORDER), *left_out, most))
        return [Subject.read(row[0]) for row in rows]

    def all_due(self) -> Sequence[Subject]:
        """Returns all subjects whose pages are to be made, in their order."""
        query = "SELECT subject FROM due ORDER BY rank, game, number"
        return [Subject.read(row[0]) for row in self._connection.execute(query)]

    def due_count(self) -> int:
        """Returns the number of subjects whose pages are to be made."""
        return int(self._connection.execute("SELECT count(*) FROM due").fetchone()[0])

    def done(self, subject: Subject, error: str = "") -> None:
        """Notes that a subject's pages are made; or that they failed, and are tried later."""
        name = subject.write()
        self._connection.execute("DELETE FROM due WHERE subject = ?", (name,))
        self._connection.execute("DELETE FROM failed WHERE subject = ?", (name,))
        if error:
            self._connection.execute("INSERT INTO failed VALUES (?, ?)", (name, error))

    def failed(self) -> dict[Subject, str]:
        """Returns the subjects whose pages couldn't be made, with the errors."""
        rows = self._connection.execute("SELECT subject, error FROM failed ORDER BY subject")
        return {Subject.read(subject): error for subject, error in rows}


def _board(row: Sequence[Any]) -> KnownBoard:
    id, game, number, players, is_over, *digests = row
    ids = tuple(map(int, players.split()))
    return KnownBoard(id, game, number, ids, bool(is_over), *digests)


def _file(row: Sequence[Any]) -> WrittenFile:
    path, digest, size, modified = row
    return WrittenFile(path, digest, Stamp(size, modified))


# A summary of a site for `pbm status`, read beside whoever works on it.

_COUNTS = "SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM due)"


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """The state of a site."""

    folder: Path
    files: int
    due: int
    """The subjects whose pages are to be made."""
    updated: datetime | None
    """The time at which all pages were last as the database; None if they never were."""


def read_summary(data: Path, folder: Path) -> SiteSummary:
    """Returns the state of the site in a folder, as far as it is known in this data folder."""
    file = state_file(data, folder)
    unknown = SiteSummary(folder, 0, 0, None)
    if not file.exists():
        return unknown
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            files, due = opened.execute(_COUNTS).fetchone()
            query = "SELECT value FROM fact WHERE name = ?"
            row = opened.execute(query, (UPDATED,)).fetchone()
    except sqlite3.Error:  # it is being made
        return unknown
    return SiteSummary(folder, files, due, datetime.fromisoformat(row[0]) if row else None)
