"""The state of a site: what was written, from which state of the database, and what is due.

It is kept in a file of SQLite's in the data folder, one for each folder of a site. If it is lost,
all is compared with the files themselves.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from commands.site.subject import ORDER, Subject
from commands.site.updating.folder import Stamp
from commands.site.updating.state_file import open_state_file
from storage.boards.public.published_states import BoardState

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
