"""Lists, checks and removes the files of tables in the data folder."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from pbm.errors import NotAllowedError
from pbm.games import AnyGame
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.proving import by_table
from pbm.proofs.tables.retrograde_waves import TableCounts
from pbm.proofs.tables.stored_tables import RESULT_BITS, SCORE_BITS
from pbm.proofs.tables.table_excerpts import Excerpt, UnknownDistanceError, excerpt
from pbm.proofs.tables.table_samples import TableSamples
from pbm.proofs.tables.table_starts import table_starts
from pbm.solver.mapped_tables import SUFFIX, NewAndMappedTables, TableFile, map_table, open_file
from pbm.solver.table_making import SCORES, WAVES, discard, finished_waves
from pbm.wording import counted

STATES = {0: "made when needed", RESULT_BITS: "values", SCORE_BITS: "values and distances"}
"""Descriptions of finished tables by the number of bits of an entry."""
REMAKE = "Remove the table and make it again."
DAMAGED = f"the table is damaged, or was made for a different version of the rules. {REMAKE}"


@dataclass(frozen=True)
class ListedTable:
    """A table file, finished or not."""

    path: Path
    key: str
    entries: int
    state: str
    size: int
    """Size of the file in bytes."""

    def data(self) -> dict[str, Any]:
        """Returns the fields as JSON data."""
        return asdict(self) | {"path": str(self.path)}


def tables_in(folder: Path) -> list[ListedTable]:
    """Returns the tables of a folder sorted by key, with unfinished tables last."""
    return [*sorted(_finished(folder), key=_key), *sorted(_unfinished(folder), key=_key)]


def has_table(folder: Path, numbering: StoredNumbering, *, distances: bool) -> bool:
    """Whether there is a usable table of this numbering.

    `distances`: whether it has to contain distances.
    """
    try:
        file = open_file(folder / f"{numbering.key}{SUFFIX}")
        map_table(file, numbering)
    except (OSError, ValueError):
        return False
    return file.bits == SCORE_BITS or not distances


def table_damage(stored: ListedTable, samples: int, chance: Random) -> str:
    """Returns a sentence about the damage to a table, or an empty string if there is none.

    `samples`: the number of random entries to verify.
    """
    if stored.path.suffix != SUFFIX:
        return ""
    try:
        file = open_file(stored.path)
        if file.header.get("key") != file.key:
            return f"the file contains a table for a different start than its name says. {REMAKE}"
        if not file.is_whole():
            return f"the table is damaged: it doesn't match its checksum. {REMAKE}"
        return _wrong_sample(file, samples, chance) if file.bits else ""
    except (OSError, ValueError):
        return DAMAGED


def remove_table(stored: ListedTable) -> None:
    """Removes the files of a table.

    Raises NotAllowedError if a process is making the table, or if the file can't be removed.
    """
    if stored.path.suffix == SCORES:
        discard(stored.path.parent, stored.key)
    try:
        stored.path.unlink(missing_ok=True)
    except OSError as error:
        raise NotAllowedError(f"{stored.path} can't be removed: {error.strerror}.") from error


def counts_text(counts: TableCounts) -> str:
    """Returns a sentence with the numbers of won, lost and drawn placements."""
    total = counts.over + counts.unfinished
    return (
        f"{total:,} placements. In {counts.unfinished:,} of them, the game isn't over: "
        f"{counts.won:,} won, {counts.lost:,} lost, {counts.drawn:,} drawn. "
        f"The longest win or loss takes {counts.longest} moves."
    )


def _finished(folder: Path) -> Iterator[ListedTable]:
    for path in folder.glob(f"*{SUFFIX}"):
        size = path.lstat().st_size
        try:
            file = open_file(path)
            entries, state = int(file.header["entries"]), STATES[file.bits]
        except (OSError, ValueError, KeyError, TypeError):
            entries, state = 0, "damaged"
        yield ListedTable(path, path.stem, entries, state, size)


def _unfinished(folder: Path) -> Iterator[ListedTable]:
    for path in folder.glob(f"*{SCORES}"):
        size = path.lstat().st_size
        waves = counted(finished_waves(path.with_suffix(WAVES)).count, "wave")
        yield ListedTable(path, path.stem, size, f"unfinished: {waves}", size)


def _key(table: ListedTable) -> str:
    return table.key


def _wrong_sample(file: TableFile, samples: int, chance: Random) -> str:
    """Returns a sentence with the number of wrong samples, or an empty string if all are right."""
    for start in table_starts():
        if start.numbering.key == file.key:
            table = map_table(file, start.numbering)
            wrong = TableSamples(start.game, start.numbering, table).wrong(samples, chance)
            count = sum(1 for _ in wrong)
            return f"{count} of {samples} positions have the wrong value. {REMAKE}" if count else ""
    return "the table doesn't belong to any game on this server."


def table_excerpt(
    folder: Path, game: AnyGame, words: Sequence[str], count: int, seed: int
) -> Excerpt:
    """Returns random positions from the table of this start, with their values.

    Raises NotAllowedError if there is no such table, or if it has no distances.
    """
    options = game.resolve(game.read_options(words), 0)
    table = by_table(game, game.start(options), NewAndMappedTables(folder))
    if table is None:
        raise NotAllowedError(
            "There is no table for this start. If its table is large, make it first with "
            '"pbm tables make". For some starts, pbm can\'t make a table.'
        )
    try:
        return excerpt(game, options, table, count, Random(seed))  # noqa: S311 - no secrets here
    except UnknownDistanceError:
        raise NotAllowedError(
            "pbm can make excerpts only from tables with distances, because an excerpt without "
            "distances can't be checked. "
            'To make this table again with distances, run "pbm tables make ... '
            '--distances".'
        ) from None
